import { dict, entity } from '#model'
import { educationLevel } from '#model/national.ts'
import { archiveMaterialKind } from './dictionaries.ts'

/** 材料要求: what the file of a student of a level has to contain. */
export const archiveRequirement = entity(
  'archive.archiveRequirement',
  '材料要求',
  { educationLevel: dict('培养层次', educationLevel, { required: true, sortable: true }), kind: dict('材料', archiveMaterialKind, { required: true, sortable: true }) },
  {
    title: 'kind',
    scope: { everyone: 'what the school asks of files, without data of students' },
    sort: ['educationLevel', 'kind'],
    unique: [['educationLevel', 'kind']],
    verbs: ['list', 'add', 'remove', 'export'],
  },
)
