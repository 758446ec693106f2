import { createHmac, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { COLUMNS } from './generate.ts'

/** Ceiling of one Node process: Fastify and pg with only the statements the work needs, without product features: no roles, a data scope of a single equality, no masking, no
 *  history. Configured by `PORT` and `DATABASE_URL`. */
interface User {
  id: number
  campus: string
}
declare module 'fastify' {
  interface FastifyRequest {
    user: User
  }
}
const DATE = 1082
pg.types.setTypeParser(DATE, text => text)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 8 })
const app = Fastify()
app.decorateRequest('user', null as unknown as User)

const key = 'only for measuring'
const mac = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sign = (user: User): string => {
  const text = Buffer.from(JSON.stringify(user)).toString('base64url')
  return `${text}.${mac(text).toString('base64url')}`
}
async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const [text = '', given = ''] = (request.headers.authorization ?? '').slice('Bearer '.length).split('.')
  const bytes = Buffer.from(given, 'base64url')
  if (bytes.length !== 32 || !timingSafeEqual(bytes, mac(text))) return reply.code(401).send({ error: 'unauthorized' })
  request.user = JSON.parse(Buffer.from(text, 'base64url').toString()) as User
  return undefined
}
const words = { type: 'string', maxLength: 255 }
const columns = ['id', ...COLUMNS].join(', ')
const row = {
  type: 'object',
  properties: Object.fromEntries([['id', { type: 'integer' }], ...COLUMNS.map(name => [name, { type: name === 'grade' ? 'integer' : 'string', nullable: true }])]),
}
const hits = 'department = $1 and name like $2 and campus = $3'

const LOGIN = { type: 'object', required: ['username', 'password'], properties: { username: words, password: words } }
app.post<{ Body: { username: string; password: string } }>('/login', { schema: { body: LOGIN } }, async (request, reply) => {
  const found = await pool.query<User & { password_hash: string }>({
    name: 'login',
    text: 'select id, password_hash, campus from users where username = $1',
    values: [request.body.username],
  })
  const user = found.rows[0]
  if (!user || !(await verify(user.password_hash, request.body.password))) return reply.code(401).send({ error: 'wrong' })
  return { token: sign({ id: user.id, campus: user.campus }) }
})

const LIST = { type: 'object', required: ['department', 'q'], properties: { department: words, q: words, page: { type: 'integer', minimum: 1, default: 1 } } }
const PAGE = { type: 'object', properties: { total: { type: 'integer' }, rows: { type: 'array', items: row } } }
app.get<{ Querystring: { department: string; q: string; page: number } }>(
  '/students',
  { preHandler: authenticate, schema: { querystring: LIST, response: { 200: PAGE } } },
  async request => {
    const { department, q, page } = request.query
    const values = [department, `%${q.replace(/[\\%_]/g, '\\$&')}%`, request.user.campus]
    const [rows, total] = await Promise.all([
      pool.query({ name: 'rows', text: `select ${columns} from students where ${hits} order by student_no limit 20 offset $4`, values: [...values, (page - 1) * 20] }),
      pool.query<{ n: number }>({ name: 'total', text: `select count(*)::int as n from students where ${hits}`, values }),
    ])
    return { total: total.rows[0]?.n, rows: rows.rows }
  },
)

const ONE = { type: 'object', properties: { id: { type: 'integer' } } }
app.get<{ Params: { id: number } }>('/students/:id', { preHandler: authenticate, schema: { params: ONE, response: { 200: row } } }, async (request, reply) => {
  const found = await pool.query({ name: 'one', text: `select ${columns} from students where id = $1 and campus = $2`, values: [request.params.id, request.user.campus] })
  return found.rows[0] ?? reply.code(404).send({ error: 'none' })
})

const DRAFT = {
  type: 'object',
  additionalProperties: false,
  required: ['student_no', 'name', 'department', 'campus'],
  properties: {
    ...Object.fromEntries(COLUMNS.map(name => [name, words])),
    grade: { type: 'integer', minimum: 1950, maximum: 2100 },
    phone: { type: 'string', pattern: '^1\\d{10}$' },
    gender: { enum: ['男', '女'] },
  },
}
const insert = `insert into students (${COLUMNS.join(', ')}) values (${COLUMNS.map((_, i) => `$${i + 1}`).join(', ')}) returning id`
app.post<{ Body: Record<string, unknown> }>('/students', { preHandler: authenticate, schema: { body: DRAFT } }, (request, reply) =>
  added(reply, { name: 'add', text: insert, values: COLUMNS.map(name => request.body[name] ?? null) }),
)
async function added(reply: FastifyReply, statement: pg.QueryConfig): Promise<FastifyReply> {
  try {
    const made = await pool.query(statement)
    return reply.code(201).send(made.rows[0])
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return reply.code(409).send({ error: 'duplicate' })
    throw error
  }
}

const VENUE_COLUMNS = ['code', 'name', 'campus', 'building', 'floor', 'type', 'capacity', 'exam_seats', 'exam_layout', 'department', 'bookable', 'is_enabled']
const VENUE = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'name', 'campus', 'type', 'capacity'],
  properties: {
    ...Object.fromEntries(VENUE_COLUMNS.map(name => [name, words])),
    floor: { type: 'integer', minimum: -5, maximum: 60 },
    capacity: { type: 'integer', minimum: 1, maximum: 100_000 },
    exam_seats: { type: 'integer', minimum: 0, maximum: 100_000 },
    bookable: { type: 'boolean', default: true },
    is_enabled: { type: 'boolean', default: true },
  },
}
const insertVenue = `insert into venues (${VENUE_COLUMNS.join(', ')}) values (${VENUE_COLUMNS.map((_, i) => `$${i + 1}`).join(', ')}) returning id`
app.post<{ Body: Record<string, unknown> }>('/venues', { preHandler: authenticate, schema: { body: VENUE } }, (request, reply) =>
  added(reply, { name: 'addVenue', text: insertVenue, values: VENUE_COLUMNS.map(name => request.body[name] ?? null) }),
)

if (process.env.PASSWORD)
  await pool.query('insert into users (username, password_hash, campus) values ($1, $2, $3) on conflict (username) do nothing', [
    process.env.USER_NAME,
    await hash(process.env.PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    process.env.CAMPUS,
  ])
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
