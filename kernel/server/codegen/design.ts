import { allEntities, allModules, HEAD_FIELDS, hasEntity, Refusal } from '#model'
import type { Design, DesignedField } from '#model/codegen.ts'

const NAME = /^[a-z][A-Za-z0-9]{0,39}$/
const FIELDS_MAX = 60
/** Keywords of TypeScript and PostgreSQL, and column names every row has. */
const RESERVED: ReadonlySet<string> = new Set([
  ...'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await async of'.split(
    ' ',
  ),
  ...'all analyse analyze and any array as asc between both cast check collate column constraint create current_date current_user desc distinct end except fetch foreign from full grant group having initially inner intersect into is isnull join leading left like limit localtime natural not notnull offset on only or order outer overlaps placing primary references right select some symmetric table then to trailing union unique user using verbose when where window'.split(
    ' ',
  ),
  ...'constructor prototype __proto__ toString valueOf tenantId deletedAt'.split(' '),
  ...HEAD_FIELDS,
])
const refuse = (field: string, key: string, text: string, values: Record<string, unknown> = {}): Refusal => new Refusal(422, [{ field, rule: `codegen.${key}`, text, values }])
function assertName(name: string, field: string): void {
  if (!NAME.test(name)) throw refuse(field, 'name', '“{name}”应以小写字母开头，只用字母和数字（camelCase），最多 40 个字符', { name: name.slice(0, 60) })
  if (RESERVED.has(name)) throw refuse(field, 'reserved', '“{name}”是保留字，换一个名字', { name })
}
function assertLabel(label: string, field: string): void {
  if (!label.trim() || label.length > 60 || /[\p{Cc}\p{Cf}]/u.test(label)) throw refuse(field, 'label', '名称要有 1 到 60 个可见字符')
}
/** Validates a design: names taken, reserved or malformed; duplicate fields; unknown references. */
export function assertDesign(design: Design): void {
  assertName(design.code, 'code')
  assertName(design.entity, 'entity')
  assertLabel(design.name, 'name')
  assertLabel(design.label, 'label')
  if (allModules().some(m => m.code === design.code)) throw refuse('code', 'moduleTaken', '已有模块“{name}”', { name: design.code })
  if (allEntities().some(e => e.name === design.entity)) throw refuse('entity', 'entityTaken', '已有实体“{name}”', { name: design.entity })
  if (!design.fields.length || design.fields.length > FIELDS_MAX) throw refuse('fields', 'fields', '字段要有 1 到 {max} 个', { max: FIELDS_MAX })
  const names = new Set<string>()
  for (const [i, f] of design.fields.entries()) {
    const at = `fields.${i}`
    assertName(f.name, `${at}.name`)
    assertLabel(f.label, `${at}.label`)
    if (names.has(f.name)) throw refuse(`${at}.name`, 'twice', '字段“{name}”出现了两次', { name: f.name })
    names.add(f.name)
    assertKind(f, at)
  }
  if (!design.fields.some(f => f.kind === 'text' && f.isRequired && !f.isPersonal)) throw refuse('fields', 'title', '至少要有一个必填的、不是个人信息的文字字段，用来称呼一条记录')
}
function assertKind(f: DesignedField, at: string): void {
  if (f.max != null && !(Number.isInteger(f.max) && f.max >= 1 && f.max <= 10_000)) throw refuse(`${at}.max`, 'max', '长度或上限应是 1 到 10000 的整数')
  if (f.kind === 'ref' && (!f.to || !hasEntity(f.to))) throw refuse(`${at}.to`, 'to', '“{label}”要选引用的对象', { label: f.label })
  if (f.kind === 'ref' && !f.name.endsWith('Id')) throw refuse(`${at}.name`, 'refName', '引用字段的名字以 Id 结尾，例如 studentId')
  if (f.kind !== 'choice') return
  if (!f.choices?.length || f.choices.length > 50) throw refuse(`${at}.choices`, 'choices', '“{label}”要有 1 到 50 个选项', { label: f.label })
  if (new Set(f.choices.map(c => c.key)).size < f.choices.length) throw refuse(`${at}.choices`, 'choiceTwice', '“{label}”的选项代码有重复', { label: f.label })
  for (const c of f.choices) {
    assertName(c.key, `${at}.choices`)
    assertLabel(c.label, `${at}.choices`)
  }
}
