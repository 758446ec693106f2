import { defineModule } from '#model'
import { exchangeActions, exportAgain, makeExport } from './model/actions.ts'
import { exportLog, exportProfile } from './model/profile.ts'

const USE = ['exchange:exportProfile:list', makeExport.permission, 'exchange:exportLog:list', 'exchange:exportLog:export', exportAgain.permission]

/** 导出方案: files as receivers want them, built from their templates. */
export default defineModule({
  code: 'exchange',
  name: '导出方案',
  needs: ['system'],
  entities: [exportProfile, exportLog],
  actions: exchangeActions,
  menus: [
    {
      title: '导出方案',
      icon: 'file-spreadsheet',
      domain: 'data',
      children: [
        { title: '方案', path: '/exchange/profiles', component: 'exchange/ProfilePage', icon: 'file-spreadsheet', of: [exportProfile, makeExport] },
        { title: '导出记录', path: '/exchange/logs', component: 'exchange/ExportLogPage', icon: 'history', of: [exportLog, exportAgain] },
      ],
    },
  ],
  grants: { admin: ['exchange:*'], officer: ['exchange:exportProfile:*', ...USE], finance: ['exchange:exportProfile:*', ...USE] },
})
