# Varnish 7 in front of the blog, with PURGE_URL=http://127.0.0.1:6081/ in its settings (docs/operating.md, A cache in front).
# It keeps what the blog marks as public until the blog purges it, and passes everything else on.
vcl 4.1;

import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
  .first_byte_timeout = 120s;
}

# The blog's own machines. A request that came through another proxy is none of theirs.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
      return (synth(403));
    }
    if (req.http.Cache-Tag !~ "^[\w:.-]+(,[\w:.-]+)*$") {
      return (synth(400));
    }
    if (std.ban("obj.http.Cache-Tag ~ (^|,)(" + regsuball(req.http.Cache-Tag, ",", "|") + ")(,|$)")) {
      return (synth(204));
    }
    return (synth(500));
  }
  # Whoever has a cookie may be signed in: nothing that is kept is theirs, and nothing of theirs is kept.
  if (req.http.Cookie || req.http.Authorization || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
  return (hash);
}

sub vcl_backend_response {
  if (beresp.http.Surrogate-Control ~ "^max-age=\d+$" && !bereq.uncacheable && !beresp.http.Set-Cookie) {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^max-age=", "") + "s", 0s);
    # Nothing is served after it was purged, not even while a new response is fetched.
    set beresp.grace = 0s;
    set beresp.keep = 1h;
  } else {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
  }
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.Cache-Tag;
  # Browsers ask each time.
  unset resp.http.Age;
}
