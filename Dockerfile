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

ENV HOST=0.0.0.0 DATA_DIR=/data
# The server replaces this shell, so that SIGTERM reaches it. docs/operation.md says what the script bounds.
CMD ["sh", "server/start-small.sh"]
