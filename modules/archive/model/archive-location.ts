import { choice, entity, type Row, ref, text } from '#model'

/** From the room to the box, each in one of the kind before. */
export const LOCATION_KINDS = { room: '库房', cabinet: '柜', layer: '层', box: '盒' } as const
/** 库位: where paper files lie. The code stands on the shelf and is scanned. */
export const archiveLocation = entity(
  'archive.archiveLocation',
  '库位',
  {
    code: text('编号', { required: true, max: 30, format: 'code', search: true, sortable: true }),
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    parentId: ref('archiveLocation', '上级库位'),
    kind: choice('类型', LOCATION_KINDS, { required: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'rooms and shelves, without data of students' },
    tree: 'parentId',
    select: 'scoped',
    selectFields: ['code', 'kind'],
    sort: ['code'],
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    refusals: {
      parentKind: '{kind}要放在上一级里，“{parent}”是{parentKind}',
      noParent: '{kind}要选择上级库位',
      used: '“{name}”里有 {count} 份档案，不能删除',
    },
  },
)
export type ArchiveLocation = Row<typeof archiveLocation>
