FROM node:24-bookworm-slim

WORKDIR /srv/site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Node keeps compiled code beside the build, so the folder is the server's.
RUN npm run build && mkdir /data && chown -R node: dist /data

USER node
VOLUME /data
EXPOSE 3000

# For a small machine: one arena, and blocks of 32 kB and more given back at once. docs/operation.md says what it saves.
ENV HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768
# The project's own Node as the first process, so that SIGTERM reaches the server.
CMD ["node_modules/.bin/node", "--max-semi-space-size=6", "server/start.js"]
