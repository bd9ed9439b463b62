# docker build -t ppconform . && docker run --rm --env-file .env -v "$PWD/conformance-report:/home/node/conformance-report" ppconform
FROM node:22-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm prune --omit=dev

FROM node:22-slim
ENV NODE_ENV=production
COPY --from=build /build/package.json /build/LICENSE /opt/ppconform/
COPY --from=build /build/node_modules /opt/ppconform/node_modules
COPY --from=build /build/dist /opt/ppconform/dist
RUN install -d -o node -g node /home/node/conformance-report
USER node
WORKDIR /home/node
ENTRYPOINT ["node", "/opt/ppconform/dist/cli/main.js"]
CMD ["run"]
