import { action, list, pickFields, shape, text } from '#model'
import { destinationApplication } from './application.ts'
import { archiveDispatch } from './archive-dispatch.ts'
import { archiveFile } from './archive-file.ts'
import { archiveMaterial } from './archive-material.ts'
import { archiveMove } from './archive-move.ts'

const need = { required: true } as const
/** 我的档案: where one's own file is, what is in it, and where it has been. */
export const myArchive = action('archive.archiveFile.mine', '我的学生档案', {
  method: 'GET',
  permission: destinationApplication.apply.permission,
  many: true,
  output: {
    ...pickFields(archiveFile.fields, ['archiveNo', 'state', 'holder', 'holderSince', 'receivedOn', 'missingKinds', 'holdUntil']),
    recipient: text('档案接收单位', { max: 100 }),
    materials: list('材料目录', shape('材料', pickFields(archiveMaterial.fields, ['kind', 'title', 'docDate', 'filedOn'])), need),
    moves: list('流转', shape('流转', pickFields(archiveMove.fields, ['kind', 'at', 'toHolder'])), need),
    dispatch: shape('转递', pickFields(archiveDispatch.fields, ['letterNo', 'carrier', 'trackingNo', 'recipientUnit', 'sentOn', 'receiptOn', 'state'])),
  },
})
