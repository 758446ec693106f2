import { permissionKey, Refusal, refusalOf, trim } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Sealed } from '#server/context.ts'
import { type ActionCtx, type Ctx, handle } from '#server/context.ts'
import { refuseSecretsToNewAddress } from '#server/data/sent-secrets.ts'
import { isSealed } from '#server/data/stored-params.ts'
import type { ParameterSpec } from '../model/parameters.ts'
import {
  baseParams,
  getAiConfig,
  getParams,
  HIDDEN,
  type ParameterContent,
  type ParameterValue,
  type ParameterView,
  paramsGroups,
  paramsHistory,
  restoreParams,
  submitParams,
} from '../model/params.ts'
import { aiFeatures } from './ai-features.ts'
import { audit, note } from './changes.ts'
import { allGroups, groupNamed, type NamedGroup, newest, type Stored, type StoredContent, setting, specOf, versions } from './parameters.ts'
import { holdingTwo, lockGuard } from './three-admins.ts'

type Submitting = ActionCtx<typeof submitParams> | ActionCtx<typeof restoreParams>
interface Change {
  key: string
  label: string
  from: ParameterValue
  to: ParameterValue
}
export const kindOf = (spec: ParameterSpec): ParameterView['kind'] => {
  if (spec.secret) return 'secret'
  if (spec.choices) return 'choice'
  if (typeof spec.initial === 'boolean') return 'switch'
  return typeof spec.initial === 'number' ? 'number' : 'text'
}
const KIND_NAMES = { text: '文字', secret: '文字', choice: '选项', number: '整数', switch: '是或否' } as const
const MAX_TEXT = 2000

/** Values for display: defaults filled in, secrets masked. */
const shown = (group: NamedGroup, content: StoredContent): ParameterContent =>
  Object.fromEntries(Object.entries(group.parameters).map(([key, spec]) => [key, cover(spec, content[key] ?? spec.initial)]))
const cover = (spec: ParameterSpec | undefined, value: ParameterValue | Sealed): ParameterValue =>
  isSealed(value) || (spec?.secret && value !== null && value !== '') ? HIDDEN : value
const mayRead = ({ me }: Ctx): boolean => me.permissions.has(permissionKey(baseParams, 'list'))

const one = handle(getParams, async (ctx, { paramsId }) => {
  const group = groupNamed(paramsId)
  const publicKeys = Object.entries(group?.parameters ?? {}).filter(([, s]) => s.isPublic && !s.secret)
  // without read permission the response discloses nothing about the group
  if (!mayRead(ctx) && !publicKeys.length) throw new Refusal(403, [{ rule: 'system.baseParams.forbidden', text: '没有查看参数组“{paramsId}”的权限', values: { paramsId } }])
  if (!group) return ctx.refuse('unknownGroup', { paramsId })
  const { version, content } = await newest(ctx.db, paramsId)
  const all = shown(group, content)
  return { paramsId, version, content: mayRead(ctx) ? all : Object.fromEntries(publicKeys.map(([key]) => [key, all[key] ?? null])) }
})
const groups = handle(paramsGroups, async ({ db }) => {
  const made = []
  for (const group of allGroups()) {
    const stored = await newest(db, group.code)
    made.push({
      paramsId: group.code,
      name: group.name,
      version: stored.version,
      updatedAt: stored.createdAt,
      updatedByName: stored.byName,
      parameters: Object.entries(group.parameters).map(([key, spec]) => view(key, spec, stored.content[key] ?? spec.initial)),
    })
  }
  return made
})
const view = (key: string, spec: ParameterSpec, value: ParameterValue | Sealed): ParameterView => ({
  key,
  label: spec.label,
  initial: spec.secret ? null : spec.initial,
  value: cover(spec, value),
  kind: kindOf(spec),
  min: spec.min ?? null,
  max: spec.max ?? null,
  unit: spec.unit ?? null,
  help: spec.help ?? null,
  effect: spec.effect ?? null,
  choices: spec.choices ? { ...spec.choices } : null,
  risky: spec.risky ?? null,
  isRisky: isRisky(spec, cover(spec, value)),
  legalMin: spec.legalMin ?? null,
})
/** Below the declared safe value, or different from the default where none is declared. */
export function isRisky(spec: ParameterSpec, value: ParameterValue): boolean {
  if (!spec.risky) return false
  if (spec.riskyBelow !== undefined) return typeof value === 'number' && value < spec.riskyBelow
  return value !== spec.initial
}
function checkValue({ refuse }: Submitting, spec: ParameterSpec, key: string, value: ParameterValue): void {
  const kind = kindOf(spec)
  const label = spec.label
  const isEmpty = value === null || value === ''
  const wrong = kind === 'number' ? !Number.isSafeInteger(value) : kind === 'switch' ? typeof value !== 'boolean' : typeof value !== 'string' && !(isEmpty && kind === 'secret')
  if (wrong) refuse('type', { label, kind: KIND_NAMES[kind], value: JSON.stringify(value)?.slice(0, 60) }, key)
  if (spec.choices && !Object.hasOwn(spec.choices, String(value))) refuse('choice', { label, value: String(value).slice(0, 60) }, key)
  if (typeof value === 'string' && value.length > MAX_TEXT) refuse('tooLong', { label, max: MAX_TEXT, length: value.length }, key)
  if (typeof value !== 'number') return
  if (spec.legalMin && value < spec.legalMin.value) refuse('legal', { label, min: spec.legalMin.value, source: spec.legalMin.source }, key)
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = spec
  if (value < min || value > max) refuse('range', { label, min, max, value }, key)
}
/** The group after the save: given values are validated, missing ones kept, masked secrets kept. */
function merged(ctx: Submitting, group: NamedGroup, before: StoredContent, given: ParameterContent): StoredContent {
  const after: StoredContent = { ...before }
  for (const [key, raw] of Object.entries(given)) {
    const spec = specOf(group, key)
    if (!spec) return ctx.refuse('unknown', { name: group.name, key: key.slice(0, 60) }, key)
    const value = typeof raw === 'string' ? trim(raw) : raw
    if (spec.secret && value === HIDDEN) continue
    checkValue(ctx, spec, key, value)
    after[key] = value
  }
  return after
}
const withInitials = (group: NamedGroup, content: StoredContent): StoredContent =>
  Object.fromEntries(Object.entries(group.parameters).map(([key, spec]) => [key, content[key] ?? spec.initial]))
const sealedOf = (value: ParameterValue | Sealed): ParameterValue => (isSealed(value) ? value.sealed : value)
export function changesOf(group: NamedGroup, before: StoredContent, after: StoredContent): Change[] {
  return Object.entries(group.parameters).flatMap(([key, spec]) => {
    const from = before[key] ?? spec.initial
    const to = after[key] ?? spec.initial
    return sealedOf(from) === sealedOf(to) ? [] : [{ key, label: spec.label, from: cover(spec, from), to: cover(spec, to) }]
  })
}
function checkRisks(ctx: Submitting, group: NamedGroup, changes: readonly Change[], isConfirmed: boolean): void {
  const risk = isConfirmed ? undefined : changes.find(c => isRisky(group.parameters[c.key] as ParameterSpec, c.to))
  if (risk) ctx.refuse('risky', { label: risk.label, value: String(risk.to), why: group.parameters[risk.key]?.risky }, risk.key)
}
async function save(
  ctx: Submitting,
  group: NamedGroup,
  stored: Stored,
  version: number,
  after: StoredContent,
  isConfirmed: boolean,
): Promise<{ version: number; changes: Change[] }> {
  const { db } = ctx
  const changes = changesOf(group, stored.content, after)
  if (stored.version !== version) throw staleGroup(group, stored)
  if (!changes.length) return { version, changes }
  refuseSecretsToNewAddress(group.parameters, withInitials(group, stored.content), withInitials(group, after), name => after[name] !== stored.content[name])
  checkRisks(ctx, group, changes, isConfirmed)
  await checkThreeAdmins(ctx, group, changes)
  // the unique index on (group, version) resolves concurrent saves
  const id = uuidv7()
  const edition = { id, paramsId: group.code, content: sealed(ctx, group, after) as ParameterContent, version: version + 1 }
  if (!(await db.insertMany(baseParams, [edition], { skipExisting: true, history: false }))) throw staleGroup(group, await newest(db, group.code))
  note(ctx, baseParams, [id], 'submit', Object.fromEntries(changes.map(c => [c.label, { from: c.from, to: c.to }])))
  await audit(ctx, 'submitParameters', 'baseParams', null, { paramsId: group.code, version: version + 1, changes })
  await db.emit('system.parameterChanged', { paramsId: group.code, version: version + 1 })
  return { version: version + 1, changes }
}
/** Secrets encrypted for storage; earlier versions stored them in plain until the next save. */
const sealed = ({ db }: Ctx, group: NamedGroup, content: StoredContent): StoredContent =>
  Object.fromEntries(Object.entries(content).map(([key, value]) => [key, specOf(group, key)?.secret && typeof value === 'string' && value ? db.sealed(value) : value]))
const staleGroup = (group: NamedGroup, now: Stored): Refusal =>
  new Refusal(
    409,
    [
      {
        rule: 'system.baseParams.stale',
        text: '参数组“{name}”刚刚被 {by} 在 {at} 改过，请核对后再保存',
        values: { name: group.name, by: now.byName ?? '系统', at: (now.createdAt ?? '').slice(0, 16).replace('T', ' ') },
      },
    ],
    {
      version: now.version,
      content: shown(group, now.content),
    },
  )
async function checkThreeAdmins({ db, refuse }: Submitting, group: NamedGroup, changes: readonly Change[]): Promise<void> {
  if (group.code !== 'security' || !changes.some(c => c.key === 'threeAdmins' && c.to === true)) return
  await lockGuard(db)
  const two = await holdingTwo(db)
  if (two.length)
    refuse(
      'threeAdmins',
      {
        count: two.length,
        names: two
          .slice(0, 5)
          .map(t => t.nickName)
          .join('、'),
      },
      'threeAdmins',
    )
}
const submit = handle(submitParams, async (ctx, { paramsId, version, content, isConfirmed }) => {
  const group = groupNamed(paramsId)
  if (!group) return ctx.refuse('unknownGroup', { paramsId })
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return ctx.refuse('form', { name: group.name })
  const stored = await newest(ctx.db, paramsId)
  return save(ctx, group, stored, version, merged(ctx, group, stored.content, content), isConfirmed === true)
})
/** Saves some parameters of a group from a module's own page, with the same checks, versions and audit entry. The caller checks the permission. */
export async function submitParameters(ctx: Ctx, paramsId: string, content: ParameterContent): Promise<void> {
  const asking: Submitting = {
    ...ctx,
    refuse(key, values, field) {
      throw refusalOf(submitParams, key, values, field)
    },
  }
  const group = groupNamed(paramsId)
  if (!group) return asking.refuse('unknownGroup', { paramsId })
  const stored = await newest(ctx.db, paramsId)
  await save(asking, group, stored, stored.version, merged(asking, group, stored.content, content), true)
}
const history = handle(paramsHistory, async ({ db, refuse }, { paramsId }) => {
  const group = groupNamed(paramsId)
  if (!group) return refuse('unknownGroup', { paramsId })
  const all = await versions(db, paramsId, 101)
  return all.slice(0, 100).map((v, i) => ({ version: v.version, at: v.createdAt as string, byName: v.byName, changes: changesOf(group, all[i + 1]?.content ?? {}, v.content) }))
})
/** Restores an earlier version as a new one, with the same checks; secrets keep their current value. */
const restore = handle(restoreParams, async (ctx, { paramsId, version, to, isConfirmed }) => {
  const group = groupNamed(paramsId)
  if (!group) return ctx.refuse('unknownGroup', { paramsId })
  const stands = await versions(ctx.db, paramsId, 1000)
  const wanted = to === 0 ? {} : stands.find(v => v.version === to)?.content
  if (!wanted) return ctx.refuse('noVersion', { name: group.name, to })
  const stored = stands[0] ?? (await newest(ctx.db, paramsId))
  const all = Object.entries(group.parameters)
  const plain = Object.fromEntries(all.filter(([, spec]) => !spec.secret).map(([key, spec]) => [key, (wanted[key] ?? spec.initial) as ParameterValue]))
  merged(ctx, group, stored.content, plain)
  const complete = { ...Object.fromEntries(all.map(([key, spec]) => [key, stored.content[key] ?? spec.initial])), ...plain }
  return save(ctx, group, stored, version, complete, isConfirmed === true)
})
const ai = handle(getAiConfig, async ({ db }) => ({
  isEnabled: await setting<boolean>(db, 'ai', 'isEnabled'),
  name: await setting<string>(db, 'ai', 'name'),
  greeting: await setting<string>(db, 'ai', 'greeting'),
  icon: await setting<string>(db, 'ai', 'icon'),
  features: [...((await aiFeatures.of(db)?.find(db)) ?? [])],
}))
export default [one, groups, submit, history, restore, ai]
