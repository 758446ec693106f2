import { defineModule } from '#model'
import * as actions from './model/actions.ts'
import { photoBatch, photoLine } from './model/batch.ts'
import { collectionCode } from './model/code.ts'
import { PHOTO_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { studentPhoto } from './model/photo.ts'

const photo = (...verbs: string[]): string[] => verbs.map(verb => `photo:studentPhoto:${verb}`)
const LIST = photo('list')
/** Who looks after students decides about photos and fills holes. */
const NEAR = [...photo('list', 'accept', 'refuse', 'put'), 'photo:collectionCode:list']
const CODES = [
  'photo:collectionCode:list',
  'photo:collectionCode:export',
  'photo:collectionCode:import',
  'photo:collectionCode:add',
  'photo:collectionCode:update',
  'photo:collectionCode:take',
]
const BATCHES = ['photo:photoBatch:list', 'photo:photoBatch:open', 'photo:photoLine:list', 'photo:photoLine:export']

/** Photos of students: admission, enrolment, graduation. */
export default defineModule({
  code: 'photo',
  name: '照片采集',
  needs: ['system', 'campus', 'student', 'message', 'file', 'workflow'],
  entities: [studentPhoto, photoBatch, photoLine, collectionCode],
  subjects: [studentPhoto, collectionCode],
  actions: Object.values(actions),
  menus: [
    {
      title: '照片管理',
      icon: 'image',
      domain: 'student',
      children: [
        {
          title: '照片墙',
          path: '/photo/wall',
          component: 'photo/WallPage',
          icon: 'layout-grid',
          of: [...LIST, actions.putPhoto, actions.packPhotos],
          service: { title: '照片', category: 'study' },
        },
        { title: '照片记录', path: '/photo/photos', component: 'photo/PhotoPage', icon: 'image', of: [studentPhoto, actions.acceptPhotos, actions.refusePhotos] },
        { title: '批量采集', path: '/photo/batches', component: 'photo/BatchPage', icon: 'layers', of: [photoBatch, photoLine, actions.openBatch] },
        { title: '图像采集码', path: '/photo/codes', component: 'photo/CodePage', icon: 'qr-code', of: [collectionCode, actions.takeCodes] },
        {
          title: '我的照片',
          path: '/photo/mine',
          component: 'photo/MyPhotosPage',
          icon: 'square-user',
          of: [actions.submitPhoto],
          own: 'student',
          service: { title: '我的照片', category: 'study' },
        },
      ],
    },
  ],
  messages: Object.values(PHOTO_MESSAGES),
  grants: {
    admin: ['photo:*'],
    officer: [...NEAR, ...photo('export', 'pack'), ...BATCHES, ...CODES],
    college: [...NEAR, ...photo('export', 'pack'), ...BATCHES, ...CODES],
    fdy: [...NEAR, ...photo('pack'), 'photo:collectionCode:take'],
    bzr: NEAR,
    // who re-examines the admitted compares photos (30-AC5)
    admissions: photo('list'),
    student: [actions.submitPhoto.permission],
  },
  parameters: PARAMETERS,
})
