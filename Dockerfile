FROM node:24-bookworm-slim AS build
WORKDIR /srv/site
COPY package.json package-lock.json .npmrc ./
COPY commands/bin/package.json commands/bin/
COPY testing/api-client/package.json testing/api-client/
RUN npm ci
COPY . .
# The package of Node brings C headers (67 MB), which only compilers need.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/node/node_modules/node-*/include

FROM debian:bookworm-slim
RUN useradd --uid 1000 --create-home node && mkdir -p /data && chown node: /data
WORKDIR /srv/site
COPY --from=build /srv/site/package.json /srv/site/package-lock.json ./
COPY --from=build /srv/site/node_modules node_modules
COPY --from=build /srv/site/api api
COPY --from=build /srv/site/content content
COPY --from=build /srv/site/contract contract
COPY --from=build /srv/site/server server
COPY --from=build /srv/site/site site
COPY --from=build /srv/site/studio studio
COPY --from=build /srv/site/commands commands
# Node keeps compiled code beside the build; on a read-only root this folder is temporary.
COPY --from=build --chown=node /srv/site/dist dist

USER node
VOLUME /data
EXPOSE 3000
ENV HOST=0.0.0.0 DATA_DIR=/data
HEALTHCHECK --interval=5s --start-period=120s CMD ["node_modules/.bin/node", "commands/site.ts", "health"]
# The server replaces this shell, so that SIGTERM reaches it. docs/operation-background.md says what the script bounds.
CMD ["sh", "server/start-small.sh"]
