import sql from 'sql-template-tag'
import { type Row, refusalOf, type StoredRow } from '#model'
import { handle, rules } from '#server/context.ts'
import { CODE_EVENT } from '../model/events.ts'
import { smsCost, smsLog, smsProvider, smsTemplate, smsUsage, testProvider, VENDORS } from '../model/sms.ts'
import { usage } from './channels/sms.ts'
import { queue } from './codes.ts'
import { settingsOf } from './settings.ts'
import { eventName, eventNamed } from './texts.ts'

type Provider = StoredRow<typeof smsProvider>
/** Required settings of each vendor. */
const NEEDED: Readonly<Record<keyof typeof VENDORS, ReadonlyArray<keyof Provider & keyof typeof smsProvider.fields>>> = {
  aliyun: ['signature', 'accessKey', 'secret'],
  tencent: ['signature', 'accessKey', 'secret', 'appId'],
  http: ['endpoint', 'secret'],
  log: [],
}
function check(row: Partial<Provider>): void {
  const vendor = row.vendor ?? 'log'
  const missing = NEEDED[vendor].find(name => !row[name])
  if (missing) throw refusalOf(smsProvider, 'missing', { vendor: VENDORS[vendor], label: smsProvider.fields[missing].label }, missing)
  if (row.endpoint && !(URL.canParse(row.endpoint) && /^https?:/.test(row.endpoint))) throw refusalOf(smsProvider, 'endpoint', { endpoint: row.endpoint }, 'endpoint')
}
const providerRules = rules(smsProvider, {
  async add(_ctx, given) {
    check(given)
  },
  async update({ db }, row, patch) {
    if (patch.secret === null) delete patch.secret // empty keeps the stored secret
    const kept = await db.unscoped(smsProvider).with('secret').one(row.id) // the row being saved
    check({ ...kept, ...patch })
  },
})
/** Parameters must name variables of the event, otherwise messages would have gaps. */
function checkTemplate(row: Partial<Row<typeof smsTemplate>>): void {
  const code = row.eventCode ?? ''
  const event = eventNamed(code)
  if (!event && code !== CODE_EVENT) throw refusalOf(smsTemplate, 'unknownEvent', { code }, 'eventCode')
  const known = event ? Object.keys(event.variables) : ['code', 'minutes']
  const given = row.parameters ?? []
  if (!Array.isArray(given) || given.length > 20 || !given.every(p => typeof p?.name === 'string' && typeof p.variable === 'string'))
    throw refusalOf(smsTemplate, 'parametersForm', {}, 'parameters')
  const wrong = given.find(p => !known.includes(p.variable))
  if (wrong) throw refusalOf(smsTemplate, 'unknownVariable', { name: wrong.name, variable: `{${wrong.variable}}`, known: known.map(k => `{${k}}`).join(' ') }, 'parameters')
}
const templateRules = rules(smsTemplate, {
  async add(_ctx, given) {
    checkTemplate(given)
  },
  async update(_ctx, row, patch) {
    checkTemplate({ ...row, ...patch })
  },
})
const test = handle(testProvider, async ({ db }, { id, mobile }) => {
  const provider = await db.visible(smsProvider).one(id)
  return { logId: await queue(db, mobile, { providerId: provider.id }) }
})
const cost = handle(smsCost, async ({ db, lang }) => {
  const rows = await db.query<{
    month: string
    eventCode: string
    sent: number
    failed: number
    parts: number
    cost: number
  }>(sql`select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, event_code as "eventCode",
      (count(*) filter (where state = 'sent'))::int as sent, (count(*) filter (where state = 'failed'))::int as failed, coalesce(sum(parts) filter (where state = 'sent'), 0)::int as parts, coalesce(sum(cost), 0)::int as cost
    from ${db.visible(smsLog).rows()} l where created_at > now() - interval '13 months' group by 1, 2 order by 1 desc, parts desc`)
  return rows.map(r => ({ ...r, name: eventName(lang, r.eventCode) }))
})
const used = handle(smsUsage, async ({ db }) => {
  const settings = await settingsOf(db)
  const vendors = await db.unscoped(smsProvider).all({ isEnabled: true }, { sort: ['priority'] }) // provider names: no data scope
  return { ...(await usage(db)), dailyLimit: settings.smsDaily, monthlyLimit: settings.smsMonthly, vendors: vendors.map(v => v.name) }
})
export default [providerRules, templateRules, test, cost, used]
