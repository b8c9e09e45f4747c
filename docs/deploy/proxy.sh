# nginx with nginx.conf in a container: the name of the server, the web processes, ports above 1024.
#   proxy.sh               run nginx, and renew the certificate twice a day when it is near its end
#   proxy.sh certificate   have a certificate made by Let's Encrypt, and use it
#   proxy.sh renew         renew it now if it is near its end
# Further arguments go to certbot. Until there is a certificate, nginx has one that browsers warn of.
set -eu
name=${ALLOWED_HOSTS%%,*}
live=/etc/letsencrypt/live/$name
used=/tmp/certificate

use_certificate() {
    mkdir -p $used
    if [ -e "$live/fullchain.pem" ]; then
        ln -sf "$live/fullchain.pem" "$live/privkey.pem" $used
    elif [ ! -e $used/fullchain.pem ]; then
        openssl req -x509 -nodes -newkey rsa:2048 -days 90 -subj "/CN=$name" \
            -keyout $used/privkey.pem -out $used/fullchain.pem 2>/dev/null
    fi
}

ask_certbot() {
    failed=0
    certbot "$@" --work-dir=/tmp/certbot --logs-dir=/tmp/certbot || failed=1
    # Also where one of several certificates could not be renewed.
    use_certificate
    nginx -c /tmp/nginx.conf -s reload
    return $failed
}

case ${1:-} in
certificate)
    shift
    ask_certbot certonly --webroot --webroot-path=/tmp/html "--domain=$name" "$@"
    exit
    ;;
renew)
    ask_certbot "$@"
    exit
    ;;
esac

mkdir -p /tmp/html
use_certificate
sed -e "s|/etc/letsencrypt/live/crible.example.org|$used|" -e "s|crible\.example\.org|$name|" \
    -e "s|listen 80;|listen 8080;|" -e "s|listen 443 |listen 8443 |" -e "s|/var/lib/nginx/cheville|/tmp/cache|" \
    -e "s|/var/www/html|/tmp/html|" \
    -e "s|server 127\.0\.0\.1:8000;|server web:8000;|" -e "/server 127\.0\.0\.1:8001;/d" \
    /srv/proxy/nginx.conf > /tmp/cheville.conf
cat > /tmp/nginx.conf <<END
daemon off;
pid /tmp/nginx.pid;
error_log stderr;
worker_processes auto;
worker_rlimit_nofile 20000;
events { worker_connections 8192; }
http {
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path /tmp/body;
    proxy_temp_path /tmp/proxy;
    fastcgi_temp_path /tmp/fastcgi;
    uwsgi_temp_path /tmp/uwsgi;
    scgi_temp_path /tmp/scgi;
    include /tmp/cheville.conf;
}
END
(sleep 60; while :; do sh /srv/proxy/proxy.sh renew --quiet || true; sleep 43200; done) &
exec nginx -c /tmp/nginx.conf
