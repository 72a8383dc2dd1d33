# docker build -t heibai . && docker run -p 8866:8866 -v heibai:/data heibai
FROM node:20-slim AS page
WORKDIR /web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web .
RUN npm run build

FROM rust:1.95-slim AS program
WORKDIR /heibai
COPY . .
COPY --from=page /web/dist web/dist
RUN cargo build --release --locked --package heibai

FROM debian:stable-slim
COPY --from=program /heibai/target/release/heibai /usr/local/bin/heibai
RUN useradd --create-home heibai && mkdir /data && chown heibai /data
USER heibai
VOLUME /data
EXPOSE 8866
ENTRYPOINT ["heibai"]
CMD ["serve", "--listen", "0.0.0.0:8866", "--data", "/data"]
