import { action, bool, datetime, entity, files, integer, list, type Row, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { activity, form } from './activity.ts'
import { enrolInActivity } from './enrolment.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const PICTURES = ['jpg', 'jpeg', 'png', 'webp'] as const
/** Pictures that one call adds, and that an activity has at most. */
const AT_ONCE = 9
export const MOST_PHOTOS = 200
export const photoStates = states(
  {
    shown: { label: '已展示', tone: 'done' },
    hidden: { label: '已隐藏', tone: 'attention' },
    removed: { label: '已删除', tone: 'over' },
  },
  { ask: ['shown'], remove: ['shown'] },
)
/** 活动照片: for those who took part. 60-AT13: nothing says who is in it; no face is looked for or compared. */
export const activityPhoto = entity(
  'activity.activityPhoto',
  '活动照片',
  {
    activityId: ref('activity', '活动', fixed),
    file: files('照片', { ...fixed, maxFiles: 1, mostMb: 20, types: PICTURES }),
    state: photoStates.field('状态', { initial: 'shown' }),
  },
  {
    title: 'activityId',
    scope: { department: 'activityId.ownerDepartmentId', teacher: 'activityId.advisorId', user: 'activityId.applicantId' },
    verbs: [],
    refusals: {
      early: '“{title}”{start} 才开始，之后可以传照片',
      tooMany: '“{title}”已有 {count} 张照片，最多 {most} 张',
      hidden: '这张照片已有人请求删除，正在处理，暂不显示',
    },
  },
)
export const requestStates = states(
  {
    open: { label: '待答复', tone: 'waiting' },
    granted: { label: '已删除', tone: 'done' },
    refused: { label: '不删除', tone: 'refused' },
  },
  { answer: ['open'] },
)
/** 删除照片的请求: one of a student about a picture; it is hidden until somebody answers. */
export const activityPhotoRequest = entity(
  'activity.activityPhotoRequest',
  '删除照片请求',
  {
    activityId: ref('activity', '活动', fixed),
    photoId: ref('activityPhoto', '活动照片', fixed),
    studentId: ref('student', '学生', fixed),
    reason: text('理由', { ...fixed, max: 200 }),
    state: requestStates.field('状态', { initial: 'open' }),
    dueAt: datetime('答复期限', fixed),
    reply: text('答复', { ...readonly, max: 200, translatable: true }),
    answeredById: ref('user', '答复人', readonly),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['photoId', 'studentId']],
    verbs: [],
    refusals: {
      asked: '你已请求过删除这张照片，答复：{reply}',
      ownRequest: '自己的请求要由别人答复',
      answered: '这个请求已经答复过',
    },
  },
)
export type ActivityPhoto = Row<typeof activityPhoto>
export type PhotoRequest = Row<typeof activityPhotoRequest>
const refusals = { ...activity.options.refusals, ...activityPhoto.options.refusals, ...activityPhotoRequest.options.refusals }
const activityId = ref('activity', '活动', need)
const id = ref('activityPhoto', '活动照片', need)
const reason = text('理由', { ...need, min: 2, max: 200 })
export const addPhotos = action('activity.activityPhoto.add', '传照片', {
  access: 'signedIn',
  input: { activityId, files: files('照片', { ...need, maxFiles: AT_ONCE, mostMb: 20, types: PICTURES, help: '照片里的人不会被识别；有同学不愿出现的，请不要传' }) },
  output: 'none',
  refusals,
})
/** By whoever runs the activity, without anybody having asked. */
export const removePhoto = action('activity.activityPhoto.remove', '删除照片', { access: 'signedIn', input: { id }, output: 'none', refusals })
/** 60-AT13: by a student who sees the picture. */
export const askPhotoRemoval = action('activity.activityPhotoRequest.ask', '请求删除', {
  permission: enrolInActivity.permission,
  input: { id, reason },
  output: 'none',
  refusals,
})
export const answerPhotoRequest = action('activity.activityPhotoRequest.answer', '答复', {
  access: 'signedIn',
  input: {
    id: ref('activityPhotoRequest', '删除照片请求', need),
    isGranted: bool('删除这张照片', { ...need, help: '不删除的照片重新显示' }),
    reply: text('答复', { ...need, min: 2, max: 200 }),
  },
  output: 'none',
  refusals,
})
export const activityPhotos = action('activity.activityPhoto.photos', '活动照片', {
  method: 'GET',
  access: 'signedIn',
  input: { activityId },
  output: {
    title: form.title,
    isPublic: bool('校外也能看', need),
    mayAdd: bool('可以传照片', need),
    photos: list('照片', shape('照片', { id, fileId: text('文件', { ...need, max: 36 }), mayAsk: bool('可以请求删除', need), mayRemove: bool('可以删除', need) }), need),
    /** Whoever runs the activity answers these; the picture is shown to nobody else meanwhile. */
    requests: list(
      '删除照片请求',
      shape('删除照片请求', {
        id: ref('activityPhotoRequest', '删除照片请求', need),
        fileId: text('文件', { ...need, max: 36 }),
        name: text('姓名', { ...need, max: 64, clear: 'participants, told to the organiser' }),
        reason,
        dueAt: activityPhotoRequest.fields.dueAt,
        mayAnswer: bool('可以答复', need),
      }),
      need,
    ),
    /** The caller's own. */
    mine: list(
      '我的请求',
      shape('我的请求', {
        id: ref('activityPhotoRequest', '删除照片请求', need),
        reason,
        state: requestStates.field('状态'),
        dueAt: activityPhotoRequest.fields.dueAt,
        reply: activityPhotoRequest.fields.reply,
      }),
      need,
    ),
  },
  refusals,
})
/** 活动相册: the newest activities with pictures for the caller. */
export const activityAlbums = action('activity.activityPhoto.albums', '活动相册', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: { activityId, title: form.title, startAt: form.startAt, count: integer('照片', need), cover: text('文件', { ...need, max: 36 }) },
})
/** The pictures of one activity that its organiser chose to show outside the school. */
export const publicAlbum = action('activity.activityPhoto.publicAlbum', '公开相册', {
  method: 'GET',
  access: { open: 'pictures that are meant for people outside the school' },
  limit: { perMinute: 120, group: 'activity.publicAlbum' },
  input: { activityId, tenantId: text('学校', { max: 12 }) },
  output: {
    school: text('学校', { ...need, max: 100 }),
    title: form.title,
    startAt: form.startAt,
    photos: list('照片', shape('照片', { id, fileId: text('文件', { ...need, max: 36 }) }, need), need),
  },
})
export const photoActions = [addPhotos, removePhoto, askPhotoRemoval, answerPhotoRequest, activityPhotos, activityAlbums, publicAlbum]
