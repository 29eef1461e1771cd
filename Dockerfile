# Debian's own Node gets Debian's security updates; nothing else is needed to build or to run.
FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs npm
WORKDIR /opt/matricola
COPY package.json package-lock.json .npmrc ./
COPY packages/schema/package.json packages/schema/
COPY packages/server/package.json packages/server/
COPY packages/console/package.json packages/console/
COPY packages/testing/package.json packages/testing/
COPY providers/package.json providers/
COPY examples/library/package.json examples/library/
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts

FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /var/lib/matricola --create-home matricola
COPY --from=build /opt/matricola /opt/matricola
RUN ln -s /opt/matricola/deploy/container-command /usr/local/bin/matricola
WORKDIR /opt/matricola
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/matricola
USER matricola
VOLUME /var/lib/matricola
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "deploy/is-ready.mjs"]
CMD ["node", "--max-semi-space-size=8", "dist/server/main.js"]
