/* Generalized ufuncs over rows of 27: one loop for every kernel and every integer type. */
#ifndef ZJ_GUFUNC_H
#define ZJ_GUFUNC_H
#include <Python.h>
#include <stdint.h>
#include <string.h>
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>
#include <numpy/dtype_api.h>

enum { ZJ_MAX_IN = 3, ZJ_MAX_OUT = 3, ZJ_CHUNK = 64, ZJ_MAX_WIDTH = 128, ZJ_MAX_SEATS = 4 };

/* Handles n rows and returns nonzero if any of them is impossible. */
typedef int (*zj_rows)(const uint8_t *const *in, const npy_intp *in_step, char *const *out,
                       const npy_intp *out_step, npy_intp n);

typedef struct {
    zj_rows rows;
    int nin, nout;
    int dims[ZJ_MAX_OUT];     /* core dimensions of each output: 0, 1 or 2 */
    int width[ZJ_MAX_OUT];    /* items of each output */
    int item[ZJ_MAX_OUT];     /* bytes an item */
    int minor[ZJ_MAX_OUT];    /* length of the last core dimension */
    int seats;                /* rows of counts in one item, their first core dimension; 0: one */
    int words;                /* 64-bit words of one more operand, the last and not counts */
} zj_kernel;

#define ZJ_NARROW(NAME, TYPE)                                                        \
    static void NAME(uint8_t *to, const char *from, npy_intp row, npy_intp core,     \
                     npy_intp n) {                                                   \
        for (npy_intp i = 0; i < n; i++, from += row)                                \
            for (int k = 0; k < 27; k++) {                                           \
                TYPE x = *(const TYPE *)(from + k * core);                           \
                *to++ = (x > 4 || x < (TYPE)0) ? 255 : (uint8_t)x;                   \
            }                                                                        \
    }
ZJ_NARROW(zj_narrow_byte, npy_byte)
ZJ_NARROW(zj_narrow_ubyte, npy_ubyte)
ZJ_NARROW(zj_narrow_short, npy_short)
ZJ_NARROW(zj_narrow_ushort, npy_ushort)
ZJ_NARROW(zj_narrow_int, npy_int)
ZJ_NARROW(zj_narrow_uint, npy_uint)
ZJ_NARROW(zj_narrow_long, npy_long)
ZJ_NARROW(zj_narrow_ulong, npy_ulong)
ZJ_NARROW(zj_narrow_longlong, npy_longlong)
ZJ_NARROW(zj_narrow_ulonglong, npy_ulonglong)

typedef void (*zj_narrow)(uint8_t *, const char *, npy_intp, npy_intp, npy_intp);

static zj_narrow zj_narrow_of(int type) {
    switch (type) {
        case NPY_BYTE: return zj_narrow_byte;
        case NPY_UBYTE: return zj_narrow_ubyte;
        case NPY_SHORT: return zj_narrow_short;
        case NPY_USHORT: return zj_narrow_ushort;
        case NPY_INT: return zj_narrow_int;
        case NPY_UINT: return zj_narrow_uint;
        case NPY_LONG: return zj_narrow_long;
        case NPY_ULONG: return zj_narrow_ulong;
        case NPY_LONGLONG: return zj_narrow_longlong;
        default: return zj_narrow_ulonglong;
    }
}

static int zj_fail(void) {
    NPY_ALLOW_C_API_DEF
    NPY_ALLOW_C_API;
    PyErr_SetString(PyExc_ValueError, "impossible tile counts");
    NPY_DISABLE_C_API;
    return -1;
}

static int zj_loop(PyArrayMethod_Context *context, char *const *data, const npy_intp *dimensions,
                   const npy_intp *strides, NpyAuxData *unused) {
    const zj_kernel *k = (const zj_kernel *)((PyUFuncObject *)context->caller)->data[0];
    const int nin = k->nin, nout = k->nout, counted = nin - (k->words > 0);
    const npy_intp *core = strides + nin + nout;
    const npy_intp *in_core[ZJ_MAX_IN], *out_core[ZJ_MAX_OUT];
    npy_intp n = dimensions[0], chunk = k->seats ? ZJ_CHUNK / ZJ_MAX_SEATS : ZJ_CHUNK;
    int direct = 1, j;
    (void)unused;
    for (j = 0; j < counted; j++) {
        int type = context->descriptors[j]->type_num;
        direct &= type == NPY_UBYTE || type == NPY_BYTE;
        if (k->seats) direct &= *core++ == 27;
        in_core[j] = core++;
        direct &= *in_core[j] == 1;
    }
    if (k->words && *core++ != 8) return zj_fail();
    for (j = 0; j < nout; j++) {
        out_core[j] = core;
        if (k->dims[j] >= 1) direct &= core[k->dims[j] - 1] == k->item[j];
        if (k->dims[j] == 2) direct &= core[0] == (npy_intp)k->item[j] * k->minor[j];
        core += k->dims[j];
    }
    if (direct)
        return k->rows((const uint8_t *const *)data, strides, data + nin, strides + nin, n)
                   ? zj_fail() : 0;

    uint8_t in_rows[ZJ_MAX_IN][ZJ_CHUNK * 27];
    char out_rows[ZJ_MAX_OUT][ZJ_CHUNK * ZJ_MAX_WIDTH];
    const uint8_t *in[ZJ_MAX_IN];
    char *out[ZJ_MAX_OUT];
    npy_intp in_step[ZJ_MAX_IN], out_step[ZJ_MAX_OUT];
    for (j = 0; j < counted; j++) in[j] = in_rows[j], in_step[j] = k->seats ? 27 * k->seats : 27;
    for (j = 0; j < nout; j++) out[j] = out_rows[j], out_step[j] = (npy_intp)k->width[j] * k->item[j];
    for (npy_intp done = 0; done < n; done += chunk) {
        npy_intp now = n - done < chunk ? n - done : chunk;
        for (j = 0; j < counted; j++) {
            zj_narrow narrow = zj_narrow_of(context->descriptors[j]->type_num);
            const char *from = data[j] + done * strides[j];
            if (k->seats == 0) narrow(in_rows[j], from, strides[j], *in_core[j], now);
            else
                for (npy_intp i = 0; i < now; i++, from += strides[j])
                    narrow(in_rows[j] + i * in_step[j], from, in_core[j][-1], *in_core[j], k->seats);
        }
        if (k->words)
            in[counted] = (const uint8_t *)data[counted] + done * strides[counted],
            in_step[counted] = strides[counted];
        if (k->rows(in, in_step, out, out_step, now)) return zj_fail();
        for (j = 0; j < nout; j++)
            for (npy_intp i = 0; i < now; i++) {
                char *to = data[nin + j] + (done + i) * strides[nin + j];
                const char *from = out[j] + i * out_step[j];
                for (int c = 0; c < k->width[j]; c++, from += k->item[j]) {
                    npy_intp at = 0;
                    if (k->dims[j] == 1) at = c * out_core[j][0];
                    if (k->dims[j] == 2)
                        at = c / k->minor[j] * out_core[j][0] + c % k->minor[j] * out_core[j][1];
                    memcpy(to + at, from, (size_t)k->item[j]);
                }
            }
    }
    return 0;
}

/* A ufunc whose loops take any integer type; `kernel` must outlive it. */
static PyObject *zj_gufunc(const char *name, const char *signature, const char *doc,
                           void *const *kernel, const int *out_types) {
    const zj_kernel *k = (const zj_kernel *)kernel[0];
    PyArray_DTypeMeta *inputs[] = {
        &PyArray_ByteDType, &PyArray_UByteDType, &PyArray_ShortDType, &PyArray_UShortDType,
        &PyArray_IntDType, &PyArray_UIntDType, &PyArray_LongDType, &PyArray_ULongDType,
        &PyArray_LongLongDType, &PyArray_ULongLongDType};
    PyType_Slot slots[] = {{NPY_METH_strided_loop, (void *)zj_loop}, {0, NULL}};
    PyObject *ufunc = PyUFunc_FromFuncAndDataAndSignatureAndIdentity(
        NULL, kernel, NULL, 0, k->nin, k->nout, PyUFunc_None, name, doc, 0, signature, NULL);
    if (ufunc == NULL) return NULL;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        PyArray_DTypeMeta *dtypes[ZJ_MAX_IN + ZJ_MAX_OUT];
        for (int j = 0; j < k->nin; j++) dtypes[j] = inputs[i];
        if (k->words) dtypes[k->nin - 1] = &PyArray_Int64DType;
        for (int j = 0; j < k->nout; j++)
            dtypes[k->nin + j] = out_types[j] == NPY_BOOL    ? &PyArray_BoolDType
                                 : out_types[j] == NPY_BYTE  ? &PyArray_ByteDType
                                 : out_types[j] == NPY_UBYTE ? &PyArray_UByteDType
                                 : out_types[j] == NPY_INT64 ? &PyArray_Int64DType
                                                             : &PyArray_ShortDType;
        PyArrayMethod_Spec spec = {name, k->nin, k->nout, NPY_NO_CASTING,
                                   NPY_METH_NO_FLOATINGPOINT_ERRORS, dtypes, slots};
        if (PyUFunc_AddLoopFromSpec(ufunc, &spec) < 0) {
            Py_DECREF(ufunc);
            return NULL;
        }
    }
    return ufunc;
}

#endif
