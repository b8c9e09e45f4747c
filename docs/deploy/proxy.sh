# nginx with nginx.conf in a container: the name of the server, the web processes, ports above 1024. Without a certificate it
# makes one that browsers warn of, until certbot brings another; nginx reads it again twice a day.
set -eu
name=${ALLOWED_HOSTS%%,*}
live=/etc/letsencrypt/live/$name
if [ ! -e "$live/fullchain.pem" ]; then
    live=/tmp/certificate
    mkdir -p "$live"
    openssl req -x509 -nodes -newkey rsa:2048 -days 90 -subj "/CN=$name" \
        -keyout "$live/privkey.pem" -out "$live/fullchain.pem" 2>/dev/null
fi
sed -e "s|/etc/letsencrypt/live/crible.example.org|$live|" -e "s|crible\.example\.org|$name|" \
    -e "s|listen 80;|listen 8080;|" -e "s|listen 443 |listen 8443 |" -e "s|/var/lib/nginx/cheville|/tmp/cache|" \
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
(while sleep 43200; do nginx -c /tmp/nginx.conf -s reload; done) &
exec nginx -c /tmp/nginx.conf
