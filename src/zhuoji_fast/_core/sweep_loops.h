/* The loops of one sweep, included by sweep.h for each number of lanes: ZJ_LANE(name) is an
   operation or function for this number, ZJ_WIDTH the number.

   A node is a waiting hand: its values, then what this sweep has gained for them so far. */

/* Node of an edge: its number stands above four bits, and a node has 16 bytes a lane. */
static inline double *ZJ_LANE(_node)(const double *nodes, uint32_t edge) {
    return (double *)((char *)nodes + (size_t)(edge & ~15u) * ZJ_WIDTH);
}

/* The best of a throwing hand's throws. */
static inline ZJ_LANE() ZJ_LANE(_best)(const uint32_t *edges, int degree, const double *nodes) {
    ZJ_LANE() best = ZJ_LANE(_load)(ZJ_LANE(_node)(nodes, edges[0]));
    for (int k = 1; k < degree; k++)
        best = ZJ_LANE(_max)(best, ZJ_LANE(_load)(ZJ_LANE(_node)(nodes, edges[k])));
    return best;
}

/* What drawing back the tile of an edge gains; the best is never below the value itself. */
static inline void ZJ_LANE(_push)(uint32_t edge, ZJ_LANE() best, double *nodes) {
    double *node = ZJ_LANE(_node)(nodes, edge);
    ZJ_LANE() more = ZJ_LANE(_mul)(ZJ_LANE(_copies)(edge & ZJ_COPIES),
                                   ZJ_LANE(_sub)(best, ZJ_LANE(_load)(node)));
    ZJ_LANE(_store)(node + ZJ_WIDTH, ZJ_LANE(_add)(ZJ_LANE(_load)(node + ZJ_WIDTH), more));
}

static ZJ_INLINE void ZJ_LANE(_same_degree)(const uint32_t *edges, int64_t n, const int degree,
                                            double *nodes) {
    for (; n > 0; n--, edges += degree) {
        ZJ_LANE() best = ZJ_LANE(_best)(edges, degree, nodes);
        for (int k = 0; k < degree; k++) ZJ_LANE(_push)(edges[k], best, nodes);
    }
}

/* All unfinished throwing hands of a group; few have other degrees than those unrolled. */
static void ZJ_LANE(_group)(const uint32_t *edges, int64_t n, int degree, double *nodes) {
    switch (degree) {
    case 2: ZJ_LANE(_same_degree)(edges, n, 2, nodes); break;
    case 3: ZJ_LANE(_same_degree)(edges, n, 3, nodes); break;
    case 4: ZJ_LANE(_same_degree)(edges, n, 4, nodes); break;
    case 5: ZJ_LANE(_same_degree)(edges, n, 5, nodes); break;
    case 6: ZJ_LANE(_same_degree)(edges, n, 6, nodes); break;
    case 7: ZJ_LANE(_same_degree)(edges, n, 7, nodes); break;
    case 8: ZJ_LANE(_same_degree)(edges, n, 8, nodes); break;
    default: ZJ_LANE(_same_degree)(edges, n, degree, nodes);
    }
}

/* Best of a finished hand: a throw, or its worth in lanes that score. */
static inline ZJ_LANE() ZJ_LANE(_finished)(const uint32_t *edges, int degree, double worth,
                                           ZJ_LANE() scoring, const double *nodes) {
    return ZJ_LANE(_max)(ZJ_LANE(_mul)(scoring, ZJ_LANE(_all)(worth)),
                         ZJ_LANE(_best)(edges, degree, nodes));
}

/* The gains of a group of finished hands, which move only the lanes that score. */
static void ZJ_LANE(_finished_group)(const uint32_t *edges, const double *worth, int64_t n,
                                     int degree, const double *scores, double *nodes) {
    const ZJ_LANE() scoring = ZJ_LANE(_load)(scores);
    for (; n > 0; n--, edges += degree, worth += 2) {
        ZJ_LANE() plain = ZJ_LANE(_finished)(edges, degree, worth[0], scoring, nodes);
        ZJ_LANE() quad = ZJ_LANE(_max)(plain, ZJ_LANE(_mul)(scoring, ZJ_LANE(_all)(worth[1])));
        for (int k = 0; k < degree; k++) {
            double *node = ZJ_LANE(_node)(nodes, edges[k]);
            ZJ_LANE() more = ZJ_LANE(_sub)(edges[k] & ZJ_QUAD ? quad : plain,
                                           ZJ_LANE(_load)(node));
            more = ZJ_LANE(_mul)(ZJ_LANE(_mul)(more, scoring),
                                 ZJ_LANE(_copies)(edges[k] & ZJ_COPIES));
            ZJ_LANE(_store)(node + ZJ_WIDTH,
                            ZJ_LANE(_add)(ZJ_LANE(_load)(node + ZJ_WIDTH), more));
        }
    }
}

/* The value one draw earlier, without its cap; `reach` copies make it 1 where a lane is aiming. */
static inline ZJ_LANE() ZJ_LANE(_earlier)(const double *node, double reach, ZJ_LANE() aiming,
                                          ZJ_LANE() weight) {
    ZJ_LANE() value = ZJ_LANE(_load)(node);
    ZJ_LANE() gain = ZJ_LANE(_mul)(aiming, ZJ_LANE(_sub)(ZJ_LANE(_all)(1.0), value));
    gain = ZJ_LANE(_add)(ZJ_LANE(_load)(node + ZJ_WIDTH),
                         ZJ_LANE(_mul)(ZJ_LANE(_all)(reach), gain));
    return ZJ_LANE(_add)(value, ZJ_LANE(_mul)(gain, weight));
}

/* Take the gains of nodes into their values. */
static void ZJ_LANE(_take)(double *node, int64_t n, const double *weights) {
    const ZJ_LANE() weight = ZJ_LANE(_load)(weights), zero = ZJ_LANE(_all)(0.0);
    for (; n > 0; n--, node += 2 * ZJ_WIDTH) {
        ZJ_LANE() gain = ZJ_LANE(_mul)(ZJ_LANE(_load)(node + ZJ_WIDTH), weight);
        ZJ_LANE(_store)(node, ZJ_LANE(_add)(ZJ_LANE(_load)(node), gain));
        ZJ_LANE(_store)(node + ZJ_WIDTH, zero);
    }
}

/* The same of nodes one tile from the aim, with the copies of tiles that reach it. */
static void ZJ_LANE(_take_near)(double *node, int64_t n, const uint8_t *reach,
                                const double *aims, const double *weights) {
    const ZJ_LANE() weight = ZJ_LANE(_load)(weights), zero = ZJ_LANE(_all)(0.0);
    const ZJ_LANE() aiming = ZJ_LANE(_load)(aims);
    for (; n > 0; n--, node += 2 * ZJ_WIDTH, reach++) {
        ZJ_LANE(_store)(node, ZJ_LANE(_earlier)(node, *reach, aiming, weight));
        ZJ_LANE(_store)(node + ZJ_WIDTH, zero);
    }
}

/* Best after drawing a tile at a node. */
static inline ZJ_LANE() ZJ_LANE(_drawn)(const zj_draw *draw, int64_t node, ZJ_LANE() scoring,
                                        const double *nodes) {
    double worth = 0;
    if (draw->worth == NULL) return ZJ_LANE(_best)(draw->edges, draw->degree, nodes);
    for (int k = 0; k < draw->degree; k++)
        if (ZJ_NUMBER(draw->edges[k]) == node)
            worth = draw->worth[(draw->edges[k] & ZJ_QUAD) != 0];
    return ZJ_LANE(_finished)(draw->edges, draw->degree, worth, scoring, nodes);
}

/* Find the nodes below `end` whose gains take them over the best of all that they could become,
   and what they are worth instead. All draws are looked at only where a likely one is not enough. */
static int64_t ZJ_LANE(_cap)(zj_caps *caps, int64_t end, const double *nodes,
                             const zj_block *block, const double *weights) {
    const ZJ_LANE() scoring = ZJ_LANE(_load)(block->scoring);
    const ZJ_LANE() aiming = ZJ_LANE(_load)(block->aiming);
    int64_t n = 0;
    for (int64_t i = 0; i < caps->n && caps->node[i] < end; i++) {
        const int64_t number = caps->node[i];
        const double *node = nodes + number * 2 * ZJ_WIDTH;
        double high = -1, open_value[ZJ_WIDTH], capped[ZJ_WIDTH];
        ZJ_LANE() value, cap, drawn;
        if (caps->copies[i] <= block->limits[0]) continue;
        value = ZJ_LANE(_earlier)(node, caps->reach[i], aiming, ZJ_LANE(_load)(weights));
        cap = ZJ_LANE(_load)(node);
        if (caps->reach[i] > 0) cap = ZJ_LANE(_max)(cap, aiming);
        if (caps->likely[i] >= 0)
            cap = ZJ_LANE(_max)(cap, ZJ_LANE(_drawn)(caps->draws + caps->likely[i], number,
                                                     scoring, nodes));
        if (!ZJ_LANE(_above)(value, cap)) continue;
        for (int32_t at = caps->first[i]; at >= 0; at = caps->draws[at].next) {
            drawn = ZJ_LANE(_drawn)(caps->draws + at, number, scoring, nodes);
            ZJ_LANE(_store)(capped, drawn);
            if (capped[0] > high) {
                high = capped[0];
                caps->likely[i] = at;
            }
            cap = ZJ_LANE(_max)(cap, drawn);
        }
        ZJ_LANE(_store)(open_value, value);
        ZJ_LANE(_store)(capped, ZJ_LANE(_min)(value, cap));
        for (int k = 0; k < ZJ_WIDTH; k++)
            caps->value[n * ZJ_WIDTH + k] =
                caps->copies[i] > block->limits[k] ? capped[k] : open_value[k];
        caps->over[n++] = (int32_t)number;
    }
    return n;
}

static const zj_loops ZJ_LANE(_loops) = {
    ZJ_WIDTH, ZJ_LANE(_group), ZJ_LANE(_finished_group), ZJ_LANE(_take), ZJ_LANE(_take_near),
    ZJ_LANE(_cap)};
