"""Settings that switch off the newer processor instructions in numeric libraries."""

import numpy as np

_EXTENSIONS = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
"""What NumPy found here beyond the oldest processor it supports; often nothing on such a one."""
OLD_PROCESSOR = {
    "OPENBLAS_CORETYPE": "Prescott",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4",
} | ({"NPY_DISABLE_CPU_FEATURES": " ".join(_EXTENSIONS)} if _EXTENSIONS else {})
"""Environment variables for OpenBLAS, the C library and NumPy; other systems ignore them."""
