import { action, bool, choice, date, datetime, integer, list, pickFields, ref, shape, text } from '#model'
import { photoBatch } from './batch.ts'
import { codeStates, collectionCode } from './code.ts'
import { BACKGROUNDS } from './parameters.ts'
import { KINDS, photoStates, SOURCES, studentPhoto } from './photo.ts'

const required = { required: true } as const
const refusals = studentPhoto.options.refusals ?? {}
const id = text('编号', { required: true, max: 36 })
const fileId = text('照片', { required: true, max: 36 })
const kind = choice('种类', KINDS, required)
const MOST = 200

/** 30-PH5: staff decide about photos in their scope, in batch from the list. */
export const acceptPhotos = action('photo.studentPhoto.accept', '通过', {
  input: { ids: list('照片', text('编号', { required: true, max: 36 }), { required: true, min: 1, max: MOST }) },
  output: 'none',
  refusals,
})
export const refusePhotos = action('photo.studentPhoto.refuse', '不通过', {
  input: { ids: acceptPhotos.input.ids, reason: text('原因', { required: true, max: 200 }) },
  output: 'none',
})
/** A photo of one student, by staff. */
export const putPhoto = action('photo.studentPhoto.put', '补照片', {
  input: {
    studentId: ref('student', '学生', required),
    kind,
    source: choice('来源', { province: SOURCES.province, school: SOURCES.school, agency: SOURCES.agency }, required),
    fileId,
  },
  output: { id },
  refusals,
})
/** 30-PH5: one's own photo. */
export const submitPhoto = action('photo.studentPhoto.submit', '上传照片', { input: { kind, fileId }, output: { id }, refusals })
/** What a photo of a kind has to be; 0 is no limit. */
const LIMITS = {
  types: list('格式', text('格式', { required: true, max: 10 }), required),
  minWidth: integer('最小宽度', required),
  minHeight: integer('最小高度', required),
  maxWidth: integer('最大宽度', required),
  maxHeight: integer('最大高度', required),
  minKb: integer('文件最小', required),
  maxKb: integer('文件最大', required),
  background: choice('背景', BACKGROUNDS, required),
}
const version = { ...pickFields(studentPhoto.fields, ['fileId', 'width', 'height', 'source', 'state', 'isCurrent', 'refuseReason']), id, at: datetime('时间', required) }
export const myPhotos = action('photo.studentPhoto.mine', '我的照片', {
  method: 'GET',
  permission: submitPhoto.permission,
  output: {
    kinds: list(
      '种类',
      shape('种类', {
        kind,
        /** The student may send one now. */
        maySend: bool('可以上传', required),
        left: integer('还可以更换', required),
        limits: shape('要求', LIMITS, required),
        versions: list('照片', shape('照片', version), required),
      }),
      required,
    ),
    code: text('采集码', { max: 40 }),
    codeState: codeStates.field('状态', { required: false }),
    takenOn: date('拍摄日期'),
    /** The class of this year or the next one to graduate. */
    isDue: bool('需要采集', required),
  },
})
/** Versions of one student, newest first. */
export const photosOfStudent = action('photo.studentPhoto.versions', '照片记录', {
  method: 'GET',
  permission: 'photo:studentPhoto:list',
  many: true,
  input: { studentId: ref('student', '学生', required) },
  output: { ...version, kind },
})
/** 照片墙: the students of a class with their current photos; those without one are its holes. */
export const photoWall = action('photo.studentPhoto.wall', '照片墙', {
  method: 'GET',
  permission: 'photo:studentPhoto:list',
  many: true,
  input: { classId: ref('stuClass', '班级', required) },
  output: {
    id,
    name: text('姓名', { required: true, max: 60 }),
    studentNo: text('学号', { max: 20 }),
    photos: list('照片', shape('照片', { kind, fileId: text('文件', { required: true, max: 36 }), state: photoStates.field('状态') }), required),
    pending: list('待审核', kind, required),
  },
})
/** How many of each class have a photo of a kind. */
export const photoCoverage = action('photo.studentPhoto.coverage', '照片覆盖', {
  method: 'GET',
  permission: 'photo:studentPhoto:list',
  many: true,
  input: { kind, grade: integer('年级', { min: 1950, max: 2100 }), departmentId: ref('department', '院系') },
  output: {
    classId: text('班级', { required: true, max: 36 }),
    className: text('班级', { required: true, max: 60 }),
    students: integer('人数', required),
    have: integer('有照片', required),
    pending: integer('待审核', required),
  },
})
export const packPhotos = action('photo.studentPhoto.pack', '导出照片', {
  input: {
    kind,
    pattern: text('文件名', { required: true, max: 100, help: '{xh} 学号，{name} 姓名，{idNo} 证件号，{ksh} 考生号，{code} 采集码，{class} 班级；“/”前面是文件夹' }),
    classId: ref('stuClass', '班级'),
    departmentId: ref('department', '院系'),
    grade: integer('年级', { min: 1950, max: 2100 }),
    reason: text('用途', { required: true, max: 200 }),
  },
  output: { jobId: id, total: integer('张数', required) },
  refusals,
})
const UPLOAD = 'photo:photoBatch:open'
export const openBatch = action('photo.photoBatch.open', '新建采集批次', {
  input: pickFields(photoBatch.fields, ['name', 'kind', 'source', 'matchBy', 'expected']),
  output: { id },
  refusals: photoBatch.options.refusals ?? {},
})
/** 30-PH1: names that have arrived, to go on after a break. */
export const arrivedFiles = action('photo.photoBatch.arrived', '已到的文件', {
  method: 'GET',
  permission: UPLOAD,
  input: { id },
  output: { names: list('文件名', text('文件名', { required: true, max: 300, clear: 'the sender has these names already' }), required) },
})
/** One's own batches that are not done yet, with how far they are. */
export const runningBatches = action('photo.photoBatch.running', '处理进度', {
  method: 'GET',
  permission: UPLOAD,
  many: true,
  output: { id, name: photoBatch.fields.name, expected: photoBatch.fields.expected, handled: integer('已处理', required) },
})
/** A part of a batch: an uploaded zip, or a single picture. */
export const addPiece = action('photo.photoBatch.addPiece', '加入文件', { permission: UPLOAD, input: { id, fileId }, output: 'none' })
export const finishBatch = action('photo.photoBatch.finish', '完成上传', { permission: UPLOAD, input: { id }, output: 'none' })

/** 30-PH3: the student has fetched the code from the national platform. */
export const noteCode = action('photo.collectionCode.note', '登记采集码', {
  permission: submitPhoto.permission,
  input: { code: collectionCode.fields.code },
  output: 'none',
  refusals: collectionCode.options.refusals ?? {},
})
export const confirmCode = action('photo.collectionCode.confirm', '已在学信网核对', { permission: submitPhoto.permission, output: 'none' })
/** The agency has photographed these students. */
export const takeCodes = action('photo.collectionCode.take', '登记已拍摄', {
  input: { ids: acceptPhotos.input.ids, takenOn: date('拍摄日期', required) },
  output: 'none',
})
