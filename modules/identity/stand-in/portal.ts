import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { pickPage } from './page.ts'
import { back, type Query, type StandIn } from './stand-in.ts'

/** A school portal that signs users in by a signed token. */
export function portalStandIn(app: FastifyInstance, of: StandIn): void {
  app.get(`${of.prefix}/portal`, async (request, reply) => {
    const q = request.query as Query
    const people = await of.people()
    const person = people.find(p => p.id === q.as)
    if (!person) return reply.type('text/html; charset=utf-8').send(pickPage('信息门户', people, p => `?${new URLSearchParams({ ...q, as: p.id })}`))
    const token = await new SignJWT({ name: person.name })
      .setProtectedHeader({ alg: 'RS256', kid: of.keys.kid })
      .setIssuer(`${of.address()}${of.prefix}/portal`)
      .setAudience(of.schoolCode)
      .setSubject(person.id)
      .setJti(randomUUID())
      .setExpirationTime('2m')
      .sign(of.keys.privateKey)
    return back(reply, `${of.address()}/loginbyjwt`, { token })
  })
}
