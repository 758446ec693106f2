import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What lies on a reader, as its service tells it. */
export interface Card {
  partyName: string
  certNumber: string
  expDate: string
  identityPic?: string
}
export interface Services {
  address: string
  /** Cards by reader. */
  cards: Map<string, Card>
  /** What the comparison answers: a score, or nothing. */
  score: number | undefined
  /** Keys that callers have sent. */
  keys: Array<string | undefined>
  close(): Promise<void>
}
/** Stand-ins of the two services a school may have: of its readers, and of its comparison of faces. */
export async function verifyServices(): Promise<Services> {
  const of: Services = { address: '', cards: new Map(), score: undefined, keys: [], close: async () => {} }
  const answer = async (request: IncomingMessage): Promise<object> => {
    of.keys.push(request.headers.authorization)
    const url = new URL(request.url ?? '', 'http://reader')
    if (url.pathname === '/face') {
      const { image1, image2 } = JSON.parse(await text(request)) as { image1?: string; image2?: string }
      return image1 && image2 && of.score !== undefined ? { score: of.score } : { error: 'no face' }
    }
    const card = of.cards.get(url.searchParams.get('device') ?? '')
    return card ? { resultFlag: 0, resultContent: { gender: '1', nation: '汉', effDate: '20200101', ...card } } : { resultFlag: -1, errorMsg: 'no card' }
  }
  const server = createServer(async (request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await answer(request)))
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  of.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  of.close = () => new Promise(gone => server.close(() => gone()))
  return of
}
