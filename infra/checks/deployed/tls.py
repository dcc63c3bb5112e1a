"""The one certificate that everything on this machine shows and trusts."""
import os
import ssl

CERTIFICATE, KEY = os.environ["MINISTACK_SSL_CERT"], os.environ["MINISTACK_SSL_KEY"]


def serving():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, KEY)
    return context


def calling():
    context = ssl.create_default_context(cafile=CERTIFICATE)
    # Requests go to the address of the machine, and name the host they mean in a header.
    context.check_hostname = False
    return context


def secured(server):
    """The server's address, once every connection to it is encrypted. The handshake is made where the request is served."""
    server.socket = serving().wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    return f"https://127.0.0.1:{server.server_port}"
