import type { FastifyInstance } from 'fastify'
import { Refusal } from '#model'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { CONFIGURE } from '../model/device.ts'
import { BigScreens, measureText } from './big-screens.ts'
import { allScreens, screenNamed } from './declared-screens.ts'
import { sampleOf } from './sample.ts'

const OPEN = '大屏：要有授权码或会话才有数据，由程序自己判断'
const schema = (summary: string) => ({ tags: ['大屏'], summary })
/** Routes of big screens: permitted screens, current measures, and the stream. */
export default customRoutes((app: FastifyInstance, { core, identity }) => {
  const walls = new BigScreens(core, identity)
  app.addHook('preClose', async () => walls.close())
  app.get('/api/screen/wall/screens', { config: { open: OPEN }, schema: schema('可以打开的大屏') }, async request => {
    const watcher = await walls.watcherOf(request)
    const screens = walls.screensOf(watcher).map(({ code, title, path }) => ({ code, title, path }))
    return success(screens, request.id, request.lang)
  })
  app.get('/api/screen/wall/playlist', { config: { open: OPEN }, schema: schema('轮播的大屏') }, async request =>
    success(await walls.playlistOf(await walls.watcherOf(request), (request.query as { id?: unknown }).id, request.lang), request.id, request.lang),
  )
  app.get('/api/screen/wall/read', { config: { open: OPEN }, schema: schema('大屏现在的数据') }, async request => {
    const opened = await walls.open(request)
    const counted = await walls.read(opened, (request.query as { at?: unknown }).at)
    return success({ head: await walls.head(opened), measures: counted.map(c => JSON.parse(measureText(c)) as unknown) }, request.id, request.lang)
  })
  app.get('/api/screen/wall/test', { config: { open: OPEN }, schema: schema('测试轮播的大屏') }, async request => {
    const watcher = await walls.watcherOf(request).catch(() => undefined)
    const isReal = watcher?.caller?.principal.permissions.has(CONFIGURE) === true
    const screens = (isReal && watcher ? walls.screensOf(watcher) : allScreens()).map(({ code, title, path }) => ({ code, title, path }))
    return success({ isSample: !isReal, screens }, request.id, request.lang)
  })
  app.get('/api/screen/wall/sample', { config: { open: '示例数据是编造的，没有学校的任何数据' }, schema: schema('大屏的示例数据') }, async request => {
    const screen = screenNamed((request.query as { screen?: unknown }).screen)
    if (!screen) throw new Refusal(404, [{ rule: 'screen.unknown', text: '没有这块大屏' }])
    const now = Date.now()
    const measures = screen.measures.map(({ code, title, definition, refresh }) => ({ code, title, definition, refresh }))
    const head = { now, title: screen.title, by: 'sample', area: null, weekNo: null, dark: null, lists: [], measures }
    return success({ head, measures: screen.measures.map(({ code, output }) => ({ code, age: 0, at: now, data: sampleOf(output) })) }, request.id, request.lang)
  })
  app.get('/api/screen/wall/stream', { config: { open: OPEN }, schema: schema('大屏数据推送') }, (request, reply) => walls.stream(request, reply))
})
