import type { LayoutOf } from '#web/forms/layout.ts'
import type { menu } from '../model/menu.ts'
import { openTypeField } from './OpenTypeInput.tsx'

/** Form fields of a page or directory; immutable ones only when creating. */
export const pageLayout = (isStored: boolean): LayoutOf<typeof menu> => [
  {
    title: '菜单',
    fields: [
      ...(isStored ? [] : (['terminal', 'type'] as const)),
      { field: 'parentId', where: v => ({ terminal: String(v.terminal ?? 'web') }) },
      'title',
      'titleEn',
      'titleTw',
      'icon',
      'sort',
    ],
  },
  { title: '打开', fields: ['path', 'component', openTypeField, 'menuLink', 'permissionKey'] },
  { title: '显示', fields: ['isHide', 'isKeepAlive', 'isAffix', 'tag'] },
]
