import { action, integer, isUuid, json, list, type Refusal, refusalOf, shape, text } from '#model'

/** Audience of a publication. Groups intersect (grade 2026 AND one college); values within a group are a union. `userIds` are added to the result; `exclude` removes everyone
 *  who matches any of it. */
export interface Audience extends AudienceGroups {
  all?: true
  exclude?: AudienceGroups
}
export interface AudienceGroups {
  grades?: number[]
  levels?: string[]
  /** Including all departments below. */
  departmentIds?: string[]
  majorIds?: string[]
  classIds?: string[]
  buildingIds?: string[]
  /** Role codes. */
  roles?: string[]
  userIds?: string[]
  savedQueryId?: string
}
export const previewAudience = action('system.audience.preview', '预览受众', {
  access: 'signedIn',
  input: {
    audience: json<Audience>('受众', { required: true, untyped: 'groups of several kinds, checked by the model of audiences' }),
    /** Permission used for publishing, declared by a module with `publishesWith`; the audience is limited to its data scope. */
    permission: text('权限', { required: true, max: 100 }),
  },
  output: {
    count: integer('人数', { required: true }),
    students: integer('学生', { required: true }),
    staff: integer('教职工', { required: true }),
    /** Sample of names, limited to people the caller may read. */
    sample: list(
      '示例',
      shape('人', {
        id: text('编号', { required: true, max: 36 }),
        name: text('姓名', { required: true, max: 64 }),
        accountNo: text('账号', { max: 32 }),
        place: text('单位', { max: 120 }),
      }),
      {
        required: true,
      },
    ),
  },
  refusals: {
    form: '受众的“{key}”写法不对',
    empty: '请选择发送范围',
    noSource: '系统里还没有{what}，不能按它选人',
    permission: '权限“{permission}”不用来向人发布，不能按它预览受众',
  },
})
export const audienceRefusal = (key: 'form' | 'empty' | 'noSource', values: Record<string, unknown> = {}): Refusal => refusalOf(previewAudience, key, values, 'audience')

const IDS = ['departmentIds', 'majorIds', 'classIds', 'buildingIds', 'userIds'] as const
const MOST = 2000
const isList = (value: unknown, holds: (item: unknown) => boolean): boolean => Array.isArray(value) && value.length <= MOST && value.every(holds)
const CHECKS: Readonly<Record<keyof AudienceGroups, (value: unknown) => boolean>> = {
  ...(Object.fromEntries(IDS.map(key => [key, (v: unknown) => isList(v, i => typeof i === 'string' && isUuid(i))])) as Record<(typeof IDS)[number], (value: unknown) => boolean>),
  grades: v => isList(v, i => Number.isInteger(i) && (i as number) >= 1950 && (i as number) <= 2100),
  levels: v => isList(v, i => typeof i === 'string' && i.length <= 20),
  roles: v => isList(v, i => typeof i === 'string' && /^\w{1,32}$/.test(i)),
  savedQueryId: v => typeof v === 'string' && isUuid(v),
}
function groupsOf(given: Record<string, unknown>): AudienceGroups {
  const made: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key as keyof AudienceGroups] : undefined
    if (!check?.(value)) throw audienceRefusal('form', { key: key.slice(0, 40) })
    if (!Array.isArray(value) || value.length) made[key] = Array.isArray(value) ? [...new Set(value)] : value
  }
  return made
}
/** An audience evaluated anew for each reader. Saved queries are not allowed in it: readers lack access to their result. */
export function parseLiveAudience(given: unknown): Audience {
  const made = parseAudience(given)
  if (made.savedQueryId || made.exclude?.savedQueryId) throw audienceRefusal('form', { key: 'savedQueryId' })
  return made
}
/** Validates and normalises a stored audience; refuses an empty one. */
export function parseAudience(given: unknown): Audience {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw audienceRefusal('form', { key: 'audience' })
  const { all, exclude, ...groups } = given as Record<string, unknown>
  if (all !== undefined && typeof all !== 'boolean') throw audienceRefusal('form', { key: 'all' })
  if (exclude !== undefined && exclude !== null && (typeof exclude !== 'object' || Array.isArray(exclude))) throw audienceRefusal('form', { key: 'exclude' })
  const without = exclude ? groupsOf(exclude as Record<string, unknown>) : {}
  const made: Audience = { ...groupsOf(groups), ...(all ? { all: true } : {}), ...(Object.keys(without).length ? { exclude: without } : {}) }
  if (!made.all && !Object.keys(made).some(key => key !== 'exclude')) throw audienceRefusal('empty')
  return made
}
