"""看牌: logged hands as a web page that is whole in itself.

``states`` follows what lies on the table event by event, ``document`` gathers what a page shows,
``page`` writes it.
"""
