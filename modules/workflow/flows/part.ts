import { definePart } from '#model'
import { studentFactList } from './model/conditions.ts'
import { PARAMETERS } from './model/parameters.ts'
import { processBinding, processDef, processVersion } from './model/process.ts'
import { designActions } from './model/process-design.ts'
import { keepingActions } from './model/process-keeping.ts'

/** Workflows: drawn, checked, simulated, published and bound; approvers and conditions. */
export default definePart({
  code: 'flows',
  entities: [processDef, processVersion, processBinding],
  actions: [...designActions, ...keepingActions, studentFactList],
  menus: [
    {
      title: '流程设计',
      path: '/workflow/flows',
      component: 'workflow/FlowPage',
      icon: 'workflow',
      of: [processDef, processVersion, 'workflow:processDef:publish', 'workflow:processDef:setState', 'workflow:processDef:makeDefault', 'workflow:processDef:migrate'],
    },
    { title: '流程绑定', path: '/workflow/bindings', component: 'workflow/BindingPage', icon: 'link', of: [processBinding] },
  ],
  pages: [{ path: '/workflow/design/:id', title: '流程图', component: 'workflow/DesignerPage', access: 'signedIn', frame: 'shell' }],
  parameters: PARAMETERS,
})
