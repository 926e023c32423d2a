"""Settings that switch off the newer processor instructions in numeric libraries."""

import numpy as np

OLD_PROCESSOR = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NPY_DISABLE_CPU_FEATURES": " ".join(np.show_config(mode="dicts")["SIMD Extensions"]["found"]),
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4",
}
"""Environment variables for NumPy, OpenBLAS and the C library; other systems ignore them."""
