import { defineModule } from '#model'
import * as m from './model/files.ts'

export default defineModule({
  code: 'file',
  name: '文件管理',
  service: 'oss',
  needs: ['campus', 'student', 'system'],
  entities: [m.attachment, m.bucket, m.fileMove, m.fileFolder, m.fileDoc],
  actions: [m.blockFiles, m.testBucket, m.makeDefault, m.bucketNames, m.moveFiles, m.cancelMove, m.myDocuments, m.countDownload],
  pages: [{ path: '/personal/documents', title: '文件下载', component: 'file/DocumentsPage', access: 'signedIn', frame: 'shell' }],
  menus: [
    {
      title: '系统管理',
      icon: 'settings',
      domain: 'manage',
      children: [
        {
          title: '文件管理',
          icon: 'folder',
          children: [
            { title: '文件', path: '/file/docs', component: 'file/FileDocPage', icon: 'files', of: [m.fileDoc, m.fileFolder] },
            { title: '附件', path: '/file/attachments', component: 'file/AttachmentPage', icon: 'paperclip', of: [m.attachment, m.blockFiles] },
            { title: '对象存储', path: '/file/buckets', component: 'file/BucketPage', icon: 'database', of: [m.bucket, m.testBucket, m.makeDefault] },
            { title: '文件迁移', path: '/file/moves', component: 'file/FileMovePage', icon: 'arrow-right-left', of: [m.fileMove, m.moveFiles, m.cancelMove] },
          ],
        },
      ],
    },
  ],
  grants: { admin: ['file:*'], officer: ['file:fileDoc:*', 'file:fileFolder:*'] },
})
