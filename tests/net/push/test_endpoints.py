"""An endpoint is any address a client likes: which are taken, and what is reached behind them."""

from xiangqi_server.net.push.endpoints import KNOWN_SERVICES, Endpoints, is_public, is_service

BROWSERS = Endpoints(KNOWN_SERVICES)
OWN = Endpoints(("push.example", "10.0.0.7:8443"))


def test_the_endpoints_of_the_browsers_are_taken() -> None:
    for text in (
        "https://fcm.googleapis.com/fcm/send/dQw4:APA91b",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QOx",
        "https://wns2-par02p.notify.windows.com/w/?token=BQ%2b",
        "https://fcm.googleapis.com:443/x",
    ):
        assert BROWSERS.read(text) is not None, text


def test_no_other_address_is_taken() -> None:
    for text in (
        "http://fcm.googleapis.com/x",
        "https://example.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com.example/x",
        "https://notfcm-googleapis.com/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example#fcm.googleapis.com/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:80/x",
        "https://FCM.googleapis.com/x",
        "https://fcm.googleapis.com./x",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com/x\r\nHost: evil",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/" + "x" * 1_000,
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://localhost/x",
        "https://10.0.0.7:8443/x",
        "file:///etc/passwd",
        "",
    ):
        assert BROWSERS.read(text) is None, text


def test_an_operators_own_services_take_the_place_of_the_known_ones() -> None:
    assert OWN.read("https://eu.push.example/x") is not None
    assert OWN.read("https://10.0.0.7:8443/x") is not None
    for text in (
        "https://fcm.googleapis.com/x",
        "https://10.0.0.7/x",
        "https://10.0.0.8:8443/x",
        "https://push.example:8443/x",
    ):
        assert OWN.read(text) is None, text


def test_a_name_that_leads_into_our_own_network_leads_nowhere() -> None:
    endpoint = OWN.read("https://push.example/x")
    assert endpoint is not None

    assert OWN.reachable(endpoint, ["8.8.8.8"]) == "8.8.8.8"
    assert OWN.reachable(endpoint, []) is None
    assert OWN.reachable(endpoint, ["8.8.8.8", "127.0.0.1"]) is None
    assert OWN.reachable(endpoint, ["10.0.0.7"]) is None


def test_an_address_that_the_operator_has_named_need_not_be_public() -> None:
    endpoint = OWN.read("https://10.0.0.7:8443/x")
    assert endpoint is not None

    assert OWN.reachable(endpoint, ["10.0.0.7"]) == "10.0.0.7"


def test_public_is_what_anybody_may_reach() -> None:
    for address in ("8.8.8.8", "2607:f8b0:4004::5f", "::ffff:8.8.8.8"):
        assert is_public(address), address
    for address in (
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "255.255.255.255", "224.0.0.1", "198.18.0.1", "192.0.2.1", "240.0.0.1"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"),
        *("64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "localhost", ""),
    ):
        assert not is_public(address), address


def test_an_operator_names_hosts_or_addresses_with_their_ports() -> None:
    for text in ("push.example", "10.0.0.7:8443", *KNOWN_SERVICES):
        assert is_service(text), text
    for text in ("localhost", "10.0.0.7", "push.example:443", "https://push.example", "com", ""):
        assert not is_service(text), text
