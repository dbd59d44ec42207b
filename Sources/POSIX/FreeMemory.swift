internal import CKernel

/// Gives the memory that is free in this process back to the system; takes some milliseconds, so only after much was freed.
package func returnFreeMemory() {
    kernel_return_memory()
}
