import { defineModule } from '#model'
import { destinationApplication, suggestRecipients } from './model/application.ts'
import { archiveBorrow, askBorrow, borrowActions, lendFile } from './model/archive-borrow.ts'
import { archiveDispatch } from './model/archive-dispatch.ts'
import { archiveFile } from './model/archive-file.ts'
import { archiveLocation } from './model/archive-location.ts'
import { archiveMaterial } from './model/archive-material.ts'
import { archiveMove } from './model/archive-move.ts'
import { archiveRequirement } from './model/archive-requirement.ts'
import { archiveStock, archiveStockScan, confirmStock, startStock, stockActions } from './model/archive-stock.ts'
import { dispatchActions, packFiles, recordReceipt, sendLetter } from './model/dispatch-actions.ts'
import { fileActions, handOverFiles, receiveFile, relocateFiles, sealFiles } from './model/file-actions.ts'
import './model/borrow-flow.ts'
import './model/flow.ts'
import { graduateDestination } from './model/graduate-destination.ts'
import { ARCHIVE_MESSAGES, DISPATCH_MESSAGES } from './model/messages.ts'
import { myArchive } from './model/mine.ts'
import { PARAMETERS } from './model/parameters.ts'
import { destinationStatistics, fileStatistics } from './model/statistics.ts'

/** Listed one by one: students have a page of their own. */
const read = (of: string): string[] => [`archive:${of}:list`, `archive:${of}:export`]
const reveal = (of: string): string => `archive:${of}:reveal`
const READ = [...read('archiveFile'), ...read('archiveMaterial'), ...read('archiveMove')]
const KEEP = ['archive:archiveFile:update', relocateFiles.permission, handOverFiles.permission, sealFiles.permission]

const STATISTICS = [fileStatistics.permission, destinationStatistics.permission]
/** Whoever asks for a file sees what became of it. */
const BORROW = ['archive:archiveBorrow:list', askBorrow.permission]

export default defineModule({
  code: 'archive',
  name: '档案管理',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'graduation'],
  entities: [archiveLocation, archiveRequirement, archiveFile, archiveMaterial, archiveMove, graduateDestination, archiveDispatch, archiveBorrow, archiveStock, archiveStockScan],
  subjects: [graduateDestination, archiveBorrow],
  actions: [
    ...fileActions,
    ...Object.values(destinationApplication),
    suggestRecipients,
    ...dispatchActions,
    myArchive,
    ...borrowActions,
    ...stockActions,
    fileStatistics,
    fileStatistics.sheet,
    destinationStatistics,
    destinationStatistics.sheet,
  ],
  parameters: PARAMETERS,
  menus: [
    {
      title: '档案管理',
      icon: 'files',
      domain: 'student',
      children: [
        {
          title: '我的学生档案',
          path: '/archive/mine',
          component: 'archive/MyArchivePage',
          icon: 'files',
          of: [destinationApplication.apply],
          own: 'student',
          service: { title: '档案与毕业去向', category: 'study' },
        },
        {
          title: '我的毕业去向',
          path: '/archive/destinations/mine',
          component: 'archive/MyDestinationPage',
          icon: 'graduation-cap',
          of: [destinationApplication.apply],
          own: 'student',
        },
        {
          title: '登记毕业去向',
          path: '/archive/destinations/apply',
          component: 'archive/DestinationApplyPage',
          icon: 'graduation-cap',
          of: [destinationApplication.apply],
          own: 'student',
        },
        { title: '档案列表', path: '/archive/files', component: 'archive/FilePage', icon: 'list-checks', of: [...read('archiveFile'), ...KEEP] },
        { title: '新生接收', path: '/archive/receive', component: 'archive/ReceivePage', icon: 'scan-line', of: [receiveFile] },
        { title: '材料目录', path: '/archive/materials', component: 'archive/MaterialPage', icon: 'file-text', of: [archiveMaterial] },
        {
          title: '毕业去向',
          path: '/archive/destinations',
          component: 'archive/DestinationPage',
          icon: 'graduation-cap',
          of: [...read('graduateDestination'), reveal('graduateDestination'), 'archive:graduateDestination:add', 'archive:graduateDestination:import'],
        },
        {
          title: '转递批次',
          path: '/archive/dispatches',
          component: 'archive/DispatchPage',
          icon: 'send',
          of: [...read('archiveDispatch'), reveal('archiveDispatch'), packFiles, sendLetter],
        },
        { title: '回执', path: '/archive/receipts', component: 'archive/ReceiptPage', icon: 'mail', of: [recordReceipt] },
        { title: '借阅', path: '/archive/borrows', component: 'archive/BorrowPage', icon: 'book-open', of: [...read('archiveBorrow'), askBorrow, lendFile] },
        {
          title: '盘点',
          path: '/archive/stocks',
          component: 'archive/StockPage',
          icon: 'list-tree',
          of: [...read('archiveStock'), ...read('archiveStockScan'), startStock, confirmStock],
        },
        { title: '统计', path: '/archive/statistics', component: 'archive/StatisticsPage', icon: 'chart-column', of: [fileStatistics, destinationStatistics] },
        { title: '流转台账', path: '/archive/moves', component: 'archive/MovePage', icon: 'history', of: [archiveMove] },
        { title: '库位', path: '/archive/locations', component: 'archive/LocationPage', icon: 'map-pin', of: [archiveLocation] },
        { title: '材料要求', path: '/archive/requirements', component: 'archive/RequirementPage', icon: 'list-ordered', of: [archiveRequirement] },
      ],
    },
  ],
  messages: [...Object.values(ARCHIVE_MESSAGES), ...Object.values(DISPATCH_MESSAGES)],
  events: ['archive.destinationVerified', 'archive.delivered'],
  optionalEvents: ['discipline.effective', 'discipline.executed', 'discipline.ended', 'discipline.revoked', 'award.granted', 'award.revoked'],
  grants: {
    officer: [
      'archive:archiveFile:*',
      'archive:archiveMaterial:*',
      ...read('archiveMove'),
      'archive:archiveLocation:*',
      'archive:archiveRequirement:*',
      'archive:graduateDestination:list',
      'archive:graduateDestination:add',
      'archive:graduateDestination:import',
      'archive:graduateDestination:export',
      reveal('graduateDestination'),
      'archive:archiveDispatch:*',
      'archive:archiveBorrow:*',
      'archive:archiveStock:*',
      ...read('archiveStockScan'),
      ...STATISTICS,
    ],
    college: [...READ, ...read('graduateDestination'), reveal('graduateDestination'), ...STATISTICS, ...BORROW],
    fdy: [...READ, ...read('graduateDestination'), reveal('graduateDestination'), ...STATISTICS, ...BORROW],
    student: [destinationApplication.apply.permission],
  },
})
