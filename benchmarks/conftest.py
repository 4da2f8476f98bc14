"""The size of the populations as an option of pytest, ``--hands``."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hands", type=int, default=1_000_000, help="hands in each population")


@pytest.fixture(scope="session")
def hands(request: pytest.FixtureRequest) -> int:
    number: int = request.config.getoption("--hands")
    return number
