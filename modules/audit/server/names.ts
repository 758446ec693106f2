import { actionNamed, allEntities, entityNamed, hasEntity } from '#model'
import type { Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { ACTION_NAMES } from '../model/names.ts'

/** Label of an entry's action in the reader's language: `修改班级`. */
export function actionName(lang: Lang, action: string, bizType: string | null): string {
  const declared = bizType ? actionNamed(bizType, action) : undefined
  if (declared) return translate(lang, declared.label)
  const verb = translate(lang, ACTION_NAMES[action] ?? action)
  const thing = bizType && hasEntity(bizType) ? translate(lang, entityNamed(bizType).label) : ''
  return [verb, thing].filter(Boolean).join(lang === 'en' ? ' · ' : '')
}
/** Display name of an entity. */
export const entityLabel = (lang: Lang, name: string): string => {
  const found = allEntities().find(e => e.name === name)
  return found ? translate(lang, found.label) : name
}
