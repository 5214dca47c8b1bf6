"""Headers of files that came from outside, where one is sent to a browser."""

# An untrusted file: the browser must run nothing in it and guess nothing about it.
CAGED = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
