FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim
ENV NODE_ENV=production UPNEXT_HOME=/data UPNEXT_HOST=0.0.0.0 UPNEXT_PORT=4445
RUN mkdir /data && chown node:node /data && chmod 700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 4445
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s CMD ["node", "dist/cli.cjs", "status", "--url", "http://127.0.0.1:4445"]
# exec form: the server is pid 1 and gets the stop signal itself. The first start makes a token and shows it once.
CMD ["node", "dist/cli.cjs", "start", "--first-token"]
