import { defineModule } from '#model'
import * as m from './model/template.ts'

export default defineModule({
  code: 'print',
  name: '打印模板',
  service: 'base',
  needs: ['system'],
  entities: [m.printTemplate],
  actions: [m.openTemplate, m.saveTemplate, m.copyTemplate, m.enableTemplate, m.templateEditions],
  menus: [
    {
      title: '系统管理',
      icon: 'settings',
      domain: 'manage',
      children: [{ title: '打印模板', path: '/print/templates', component: 'print/PrintTemplatePage', icon: 'printer', of: [m.printTemplate, m.saveTemplate] }],
    },
  ],
  grants: { admin: ['print:*', 'sheet:print:design'] },
})
