import { defineModule } from '#model'
import { myGrowth, reverseEvidence } from './model/actions.ts'
import { declaration } from './model/application.ts'
import './model/flow.ts'
import { evidenceDeclaration } from './model/declaration.ts'
import { evidence } from './model/evidence.ts'
import { EVIDENCE_PARAMETERS } from './model/parameters.ts'

const READ = ['evidence:evidence:list', 'evidence:evidence:export', 'evidence:evidenceDeclaration:list', 'evidence:evidenceDeclaration:export']

export default defineModule({
  code: 'evidence',
  name: '学生成长',
  needs: ['system', 'campus', 'student', 'message', 'workflow'],
  entities: [evidence, evidenceDeclaration],
  subjects: [evidence, evidenceDeclaration],
  actions: [...Object.values(declaration), reverseEvidence, myGrowth],
  events: ['evidence.posted', 'evidence.reversed'],
  todoKinds: { evidenceCorrection: '佐证更正' },
  parameters: EVIDENCE_PARAMETERS,
  menus: [
    {
      title: '学生成长',
      icon: 'sparkles',
      domain: 'growth',
      children: [
        { title: '佐证查询', path: '/evidence/entries', component: 'evidence/EvidencePage', icon: 'search', of: [evidence, reverseEvidence] },
        {
          title: '自主申报',
          path: '/evidence/declarations',
          component: 'evidence/DeclarationPage',
          icon: 'badge-check',
          of: ['evidence:evidenceDeclaration:list', 'evidence:evidenceDeclaration:export'],
        },
        {
          title: '我的成长',
          path: '/evidence/growth',
          component: 'evidence/MyGrowthPage',
          icon: 'sparkles',
          of: [myGrowth],
          own: 'student',
          service: { title: '我的成长', category: 'study' },
        },
        { title: '我的申报', path: '/evidence/mine', component: 'evidence/MinePage', icon: 'badge-check', of: [declaration.apply], own: 'student' },
        { title: '申报成果', path: '/evidence/declare', component: 'evidence/DeclarePage', icon: 'file-check', of: [declaration.apply], own: 'student' },
      ],
    },
  ],
  grants: {
    officer: [...READ, reverseEvidence.permission],
    college: READ,
    fdy: READ,
    bzr: READ,
    student: [declaration.apply.permission, myGrowth.permission],
  },
})
