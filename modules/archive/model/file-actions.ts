import { action, date, dict, integer, list, ref, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { archiveFile } from './archive-file.ts'
import { archiveMaterial } from './archive-material.ts'
import { archiveMaterialKind } from './dictionaries.ts'

const need = { required: true } as const
const { refusals = {} } = archiveFile.options
const MOST = 500
const ids = list('档案', ref('archiveFile', '学生档案', need), { ...need, min: 1, max: MOST })
const done = { done: integer('份数', need) }
const reason = text('原因', { ...need, min: 2, max: 200, multiline: true })
const SEAL = 'archive:archiveFile:seal'

export const prepareFiles = action('archive.archiveFile.prepare', '补建档案', { permission: 'archive:archiveFile:receive', output: done })
/** Whoever brought or sent it, it is found by the number of the file, the student or the candidate. */
export const receiveFile = action('archive.archiveFile.receive', '接收', {
  input: {
    code: text('档案号、学号或考生号', { ...need, max: 60 }),
    locationId: ref('archiveLocation', '库位', need),
    receiveMethod: { ...archiveFile.fields.receiveMethod, options: { ...archiveFile.fields.receiveMethod.options, readonly: false, required: true } },
    receivedFrom: text('来自', { max: 100 }),
    archiveNo: text('新档案号', { max: 30, format: 'code', help: '贴了学校的条码的，扫条码' }),
    custodianId: ref('teacher', '保管人', { help: '不选的，就是你自己' }),
  },
  output: {
    ...{ name: student.fields.name, studentNo: text('学号', { max: 20 }), className: text('班级', { max: 60 }) },
    archiveNo: archiveFile.fields.archiveNo,
    missing: list('缺少的材料', dict('材料', archiveMaterialKind, need), need),
  },
  refusals,
})
export const relocateFiles = action('archive.archiveFile.relocate', '移位', { input: { ids, locationId: ref('archiveLocation', '库位', need) }, output: done, refusals })
export const handOverFiles = action('archive.archiveFile.handOver', '移交保管', {
  input: { ids, custodianId: ref('teacher', '新保管人', need), note: text('说明', { max: 200 }) },
  output: done,
  refusals,
})
/** 50-AR3: one closes the envelope, another looks at it. */
export const sealFiles = action('archive.archiveFile.seal', '密封', { permission: SEAL, input: { ids }, output: done, refusals })
export const checkSeal = action('archive.archiveFile.checkSeal', '核对密封', { permission: SEAL, input: { ids }, output: done, refusals })
/** 50-AR6 */
export const unsealFiles = action('archive.archiveFile.unseal', '申请拆封', { permission: SEAL, input: { ids, reason }, output: done, refusals })
export const checkUnseal = action('archive.archiveFile.checkUnseal', '核对拆封', { permission: SEAL, input: { ids }, output: done, refusals })
export const holdFiles = action('archive.archiveFile.hold', '暂存', { permission: SEAL, input: { ids, until: date('暂存到', need) }, output: done, refusals })
export const remindMissing = action('archive.archiveFile.remindMissing', '催交材料', { permission: 'archive:archiveFile:receive', input: { ids }, output: done, refusals })
/** 50-AR5 */
export const fileMaterials = action('archive.archiveMaterial.file', '归档', {
  permission: 'archive:archiveMaterial:update',
  input: { ids: list('材料', ref('archiveMaterial', '档案材料', need), { ...need, min: 1, max: MOST }) },
  output: done,
  refusals: archiveMaterial.options.refusals ?? {},
})
export const fileActions = [...[prepareFiles, receiveFile, relocateFiles, handOverFiles, sealFiles, checkSeal, unsealFiles, checkUnseal, holdFiles, remindMissing], fileMaterials]
