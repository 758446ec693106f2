import sql from 'sql-template-tag'
import { dictionaries, entityNamed, hasEntity } from '#model'
import { BUILT_IN_ROLES, type BuiltInRole } from '#model/roles.ts'
import type { Db } from '../context.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { openStore } from '../files/store.ts'
import { seedTemplates } from '../print/templates.ts'
import type { Registry } from '../registry/registry.ts'
import { adminStep } from './first-admin.ts'
import { seedMenus } from './menus.ts'
import { runSteps } from './run-steps.ts'
import { provisionSteps } from './steps.ts'

/** A provisioning step; runs in one transaction together with its completion mark. */
export interface Step {
  code: string
  title: string
  /** Runs only at first provisioning; other steps also run after each update. */
  isOpening?: true
  run(db: Gate): Promise<void>
}
export interface School {
  code: string
  schoolName: string
}
/** Provisions or updates a school: storage, code sets, roles, menus, print templates, module steps. Steps are idempotent, so an interrupted run can be repeated; changes made
 *  by the school are kept. */
export const provision = (core: Core, tenantId: string, school: School): Promise<void> => runSteps(core, tenantId, stepsOf(core, school))

/** All provisioning steps of a school, in order. */
export function stepsOf(core: Core, school: School): Step[] {
  const { registry } = core
  return [
    { code: 'storage', title: '文件存储', isOpening: true, run: () => openStore(core).then(() => undefined) },
    { code: 'dictionaries', title: '数据字典', run: seedDictionaries },
    { code: 'roles', title: '角色与数据范围', run: db => seedRoles(db, BUILT_IN_ROLES) },
    { code: 'menus', title: '菜单与授权', run: db => seedMenus(db, registry, 'web') },
    { code: 'mobileMenus', title: '手机端菜单', run: db => seedMenus(db, registry, 'mobile') },
    { code: 'templates', title: '打印模板', run: db => seedTemplates(db, registry) },
    { code: 'seeds', title: '基础数据', run: db => seedAll(db, registry) },
    ...registry.of(provisionSteps).map(s => ({
      code: s.code,
      title: s.title,
      isOpening: true as const,
      run: (db: Db) => s.run(db, school),
    })),
    adminStep,
  ]
}
async function seedAll(db: Gate, { seeds }: Registry): Promise<void> {
  for (const s of seeds) await s.run(db)
}
export async function seedRoles(db: Gate, roles: readonly BuiltInRole[]): Promise<void> {
  for (const r of roles)
    await db.query(sql`insert into role (tenant_id, code, name, data_scope, built_in, privileged, mfa_required, delegable, sort)
      values (${db.me.tenantId}, ${r.code}, ${r.name}, ${r.dataScope}, true, ${r.privileged}, ${r.mfaRequired}, ${r.delegable}, ${r.sort}) on conflict do nothing`)
}
export async function seedDictionaries(db: Gate): Promise<void> {
  const sets = dictionaries()
  const madeSets = await db.query(sql`insert into dictionary (tenant_id, code, name, standard, locked) select ${db.me.tenantId}, x.code, x.name, x.standard, x.standard is not null
    from jsonb_to_recordset(${JSON.stringify(sets.map(d => ({ code: d.code, name: d.name, standard: d.standard ?? null })))}) x(code text, name text, standard text) on conflict do nothing returning id`)
  const items = sets.flatMap(d => d.items.map((i, sort) => ({ code: d.code, key: i.key, value: i.value, color: i.color ?? null, sort })))
  const madeItems =
    await db.query(sql`insert into dictionary_item (tenant_id, dictionary_id, dictionary_key, dictionary_value, color, sort, built_in) select ${db.me.tenantId}, d.id, x.key, x.value, x.color, x.sort, true
    from jsonb_to_recordset(${JSON.stringify(items)}) x(code text, key text, value text, color text, sort int) join dictionary d on d.tenant_id = ${db.me.tenantId} and d.code = x.code on conflict do nothing returning id`)
  if (madeSets.length + madeItems.length) await db.changed(...['dictionary', 'dictionaryItem'].filter(hasEntity).map(entityNamed))
}
