# syntax=docker/dockerfile:1

# Installs, builds, and leaves what a blog needs to run. The Node that runs it comes with its packages, so that it is the
# one it was tried with (docs/decisions/0001).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts ./scripts
RUN node scripts/prepare.mjs blog
COPY . .
RUN node scripts/prepare.mjs start

FROM debian:bookworm-slim
# Converts films that not every device plays; some 440 MB of the image (docs/operating.md, Film and sound).
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin kindred \
    && install --directory --owner=kindred --group=kindred --mode=0700 /data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/package.json ./
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/samples ./samples
COPY --from=build /app/src ./src
ENV PATH=/app/node_modules/.bin:$PATH \
    NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    FFMPEG_PATH=/usr/bin/ffmpeg
USER kindred
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/app/process/main.mjs"]
