import { type Module, permissionKey, VERBS } from '#model'

export interface Permission {
  label: string
  module: Module
  of: string
  verb: string
}
const VERB_LABELS: Record<string, string> = { list: '查看', add: '新增', update: '修改', remove: '删除', export: '导出', import: '导入', reveal: '查看完整信息' }

/** Every permission key the program checks, with its labels. */
export function permissionsOf(modules: readonly Module[]): Map<string, Permission> {
  const made = new Map<string, Permission>()
  for (const module of modules) {
    for (const e of module.entities) {
      const sensitive = Object.values(e.fields).some(f => f.options.sensitivity)
      for (const verb of [...VERBS.filter(v => e.verbs.includes(v)), ...(sensitive ? ['reveal'] : [])])
        made.set(permissionKey(e, verb), { label: VERB_LABELS[verb] ?? verb, module, of: e.name, verb })
    }
    for (const s of module.screens) made.set(s.permission, { label: s.title, module, of: s.code, verb: 'view' })
    for (const a of module.actions) if (a.isGrantable && !made.has(a.permission)) made.set(a.permission, { label: a.label, module, of: a.of, verb: a.name })
  }
  const ofKernel = (key: string, label: string): void => {
    const [, of = '', verb = ''] = key.split(':')
    made.set(key, { label, module: modules[0] as Module, of, verb })
  }
  ofKernel('sheet:export:plain', '导出完整个人信息')
  ofKernel('sheet:print:issue', '打印')
  ofKernel('sheet:print:revoke', '作废已打印的文件')
  ofKernel('sheet:print:design', '设计打印模板')
  return made
}
/** Whether a grant pattern covers a key: `*` stands for one part, or for the rest at the end. */
export const grants = (pattern: string, key: string): boolean => {
  const parts = pattern.split(':')
  const wanted = key.split(':')
  return parts.every((p, i) => p === '*' || p === wanted[i]) && (parts.length === wanted.length || parts.at(-1) === '*')
}
