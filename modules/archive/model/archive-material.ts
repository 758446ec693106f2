import { bool, choice, date, dict, entity, files, integer, type Row, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { archiveMaterialKind } from './dictionaries.ts'

const readonly = { readonly: true } as const
export const MATERIAL_SOURCES = { auto: '业务产生', manual: '手工登记' } as const
/** 材料目录: a paper of a file; one without a date of filing is expected and on the chase list. */
export const archiveMaterial = entity(
  'archive.archiveMaterial',
  '档案材料',
  {
    fileId: ref('archiveFile', '档案', { required: true, immutable: true }),
    /** Of the file. */
    studentId: ref('student', '学生', { ...readonly, search: true }),
    kind: dict('种类', archiveMaterialKind, { required: true }),
    title: text('名称', { required: true, max: 120, search: true, translatable: true }),
    docDate: date('形成日期', { required: true, sortable: true }),
    copies: integer('份数', { required: true, initial: 1, min: 1, max: 99 }),
    pages: integer('页数', { min: 1, max: 9999 }),
    isOriginal: bool('原件', { required: true, initial: true }),
    source: choice('来源', MATERIAL_SOURCES, { required: true, ...readonly, initial: 'manual' }),
    sourceType: text('来源业务', { ...readonly, max: 40, secret: 'internal' }),
    sourceId: text('来源编号', { ...readonly, max: 64, secret: 'internal' }),
    filedOn: date('归档日期', { sortable: true, help: '不填的，列入催交' }),
    scans: files('扫描件', { maxFiles: 20, types: ['jpg', 'jpeg', 'png', 'pdf'], sensitivity: 'S2' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'title',
    scope: BY_STUDENT,
    sort: ['-docDate', 'id'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    countsUpTo: 50_000,
    refusals: {
      auto: '“{title}”由业务产生，不能删除，收到后归档',
      closed: '{name}的档案{state}，不能放入材料',
      future: '{label} {day} 还没有到',
      filed: '“{title}”已在 {on} 归档',
    },
  },
)
export type ArchiveMaterial = Row<typeof archiveMaterial>
