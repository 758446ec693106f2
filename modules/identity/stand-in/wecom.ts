import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Once } from './memory.ts'
import { pickPage, type StandInPerson, textPage } from './page.ts'
import { back, type Query, type StandIn } from './stand-in.ts'

/** An external contact of the school's WeCom. */
export const OUTSIDER: StandInPerson = { id: 'wmStandInOutsider', name: '企业微信外部联系人', note: '没有 userid' }

/** WeCom: silent authorization in the app, a QR page elsewhere, `gettoken`, `getuserinfo` and the ticket of its script interface. Codes are single-use and expire after five minutes. */
export function wecomStandIn(app: FastifyInstance, of: StandIn): void {
  const codes = new Once<StandInPerson>('', 300)
  const tokens = new Once<true>('', 7200)
  const authorize = (title: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const q = request.query as Query
    const redirectUri = q.redirect_uri ?? ''
    if (q.appid !== of.corpId || q.agentid !== of.agentId || !of.isOurs(redirectUri))
      return reply.code(400).type('text/html; charset=utf-8').send(textPage(title, '企业编号、应用编号或返回地址不对 bad request'))
    const people = [...(await of.people()), OUTSIDER]
    const person = people.find(p => p.id === q.as)
    if (person) return back(reply, redirectUri, { code: codes.make(person), state: q.state ?? '' })
    return reply.type('text/html; charset=utf-8').send(pickPage(title, people, p => `?${new URLSearchParams({ ...q, as: p.id })}`))
  }
  app.get(`${of.prefix}/wecom/authorize`, authorize('企业微信'))
  app.get(`${of.prefix}/wecom/qr`, authorize('企业微信扫码登录'))
  app.get(`${of.prefix}/wecom/cgi-bin/gettoken`, async request => {
    const q = request.query as Query
    if (q.corpid !== of.corpId || q.corpsecret !== of.secret) return { errcode: 40001, errmsg: 'invalid credential' }
    return { errcode: 0, errmsg: 'ok', access_token: tokens.make(true), expires_in: 7200 }
  })
  const tickets = new Once<true>('', 7200)
  app.get(`${of.prefix}/wecom/cgi-bin/get_jsapi_ticket`, async request => {
    const q = request.query as Query
    if (!tokens.look(q.access_token ?? '')) return { errcode: 40014, errmsg: 'invalid access_token' }
    return { errcode: 0, errmsg: 'ok', ticket: tickets.make(true), expires_in: 7200 }
  })
  app.get(`${of.prefix}/wecom/cgi-bin/auth/getuserinfo`, async request => {
    const q = request.query as Query
    if (!tokens.look(q.access_token ?? '')) return { errcode: 40014, errmsg: 'invalid access_token' }
    const person = codes.take(q.code ?? '')
    if (!person) return { errcode: 40029, errmsg: 'invalid code' }
    return person === OUTSIDER ? { errcode: 0, errmsg: 'ok', openid: `o-${person.id}`, external_userid: person.id } : { errcode: 0, errmsg: 'ok', userid: person.id }
  })
}
