import { definePart } from '#model'
import { schemeReads } from './model/actions.ts'
import { cqaIndex } from './model/index-row.ts'
import { cqaPointRule } from './model/point-rule.ts'
import { cqaScheme, schemeActions } from './model/scheme.ts'

const READ = ['cqa:cqaScheme:list', 'cqa:cqaIndex:list', 'cqa:cqaPointRule:list']

/** Schemes: whom they are for, their stages, their tree of indexes and what evidence is worth. */
export default definePart({
  code: 'schemes',
  entities: [cqaScheme, cqaIndex, cqaPointRule],
  actions: [...Object.values(schemeActions), ...schemeReads],
  menus: [
    { title: '测评方案', path: '/cqa/schemes', component: 'cqa/SchemePage', icon: 'calendar-range', of: [cqaScheme] },
    { title: '指标和计分', path: '/cqa/scheme', component: 'cqa/TreeEditorPage', icon: 'list-tree', of: [cqaIndex, cqaPointRule] },
  ],
  grants: {
    officer: ['cqa:cqaScheme:*', 'cqa:cqaIndex:*', 'cqa:cqaPointRule:*'],
    college: READ,
    fdy: READ,
    bzr: READ,
  },
})
