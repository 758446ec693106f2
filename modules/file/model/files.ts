import { action, bool, choice, date, datetime, entity, files, integer, json, list, ref, shape, text } from '#model'
import type { Audience } from '#modules/system/model/audience.ts'

/** Metadata of every stored file; never its content. */
export const attachment = entity(
  'file.attachment',
  '附件',
  {
    name: text('文件名', { required: true, max: 200, search: true }),
    ext: text('类型', { required: true, max: 10 }),
    size: integer('大小', { required: true, sortable: true }),
    bizType: text('所属', { max: 60 }),
    bizId: text('所属记录', { max: 36, format: 'uuid' }),
    ownerId: ref('user', '上传人', { required: true }),
    bucketName: text('存储', { required: true, max: 63 }),
    scanState: choice('状态', { pending: '待检查', clean: '正常', blocked: '已停用' }, { required: true }),
    downloads: integer('下载', { required: true, sortable: true }),
    isPublic: bool('公开', { required: true }),
    sha256: text('内容指纹', { required: true, max: 64, secret: true }),
    objectKey: text('存放位置', { required: true, max: 200, secret: true }),
    type: text('媒体类型', { required: true, max: 120, secret: true }),
    field: text('字段', { max: 60 }),
    sensitivity: text('敏感级别', { max: 2 }),
    expiresAt: datetime('有效期至'),
    belongsTo: text('属于', { computed: true, max: 200 }),
    isOrphan: bool('无归属', { computed: true }),
  },
  // storage administrators see the metadata of all files; access to content is decided by the row a file belongs to
  { title: 'name', scope: { user: 'ownerId' }, sort: ['-createdAt'], verbs: ['list', 'export'] },
)
export const blockFiles = action('file.attachment.block', '停用', {
  output: 'none',
  input: { ids: list('文件', text('文件', { max: 36, format: 'uuid' }), { required: true, min: 1, max: 500 }), isBlocked: bool('停用', { required: true }) },
})
export const VENDORS = { s3: 'S3 / AWS', minio: 'MinIO', oss: '阿里云 OSS', cos: '腾讯云 COS', obs: '华为云 OBS' } as const
/** The school's own object store (S3). */
export const bucket = entity(
  'file.bucket',
  '对象存储',
  {
    name: text('存储桶', { required: true, immutable: true, max: 63, min: 3, search: true, help: '服务商处已建好的桶名' }),
    vendor: choice('服务商', VENDORS, { required: true, initial: 's3' }),
    endpoint: text('服务地址', { required: true, max: 300, help: '例如 https://oss-cn-beijing.aliyuncs.com；校内地址要先由运维人员允许' }),
    region: text('地域', { required: true, max: 60, initial: 'us-east-1' }),
    accessKey: text('Access Key', { required: true, max: 200 }),
    secret: text('Secret Key', { required: true, max: 300, secret: true, encrypted: true, sentTo: ['endpoint'] }),
    quotaGb: integer('容量上限（GB）', { min: 1, max: 1_000_000, help: '到上限后不再存入新文件；不填则不限' }),
    isPublic: bool('公开读', { required: true, initial: false }),
    isDefault: bool('新文件存这里', { required: true, readonly: true, initial: false }),
    checkedAt: datetime('最近测试', { readonly: true }),
    usedBytes: integer('已用', { computed: true }),
    fileCount: integer('文件数', { computed: true }),
  },
  {
    title: 'name',
    // storage settings concern the whole school
    scope: { everyone: 'a setting of the school; its secret key is write-only' },
    unique: [['name']],
    sort: ['name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      name: '桶名“{name}”只能用小写字母、数字、点和短横线，3 到 63 个字符',
      reserved: '“{name}”是系统自带的存储，换一个名字',
      endpoint: '服务地址“{endpoint}”应是 https 网址，校内地址可以用 http',
      inUse: '“{name}”里还有 {count} 个文件，请先迁移',
      isDefault: '“{name}”是新文件的存储，先换一个再删除',
    },
  },
)
export const testBucket = action('file.bucket.test', '测试', {
  input: { id: ref('bucket', '存储', { required: true }) },
  output: { ms: integer('用时（毫秒）', { required: true }) },
})
/** Without an id the local data folder becomes the default. */
export const makeDefault = action('file.bucket.makeDefault', '新文件存这里', { output: 'none', input: { id: ref('bucket', '存储') } })
const MOVE_STATES = { copying: '复制中', clearing: '清理原文件', done: '已完成', failed: '失败', cancelled: '已取消' } as const
export const fileMove = entity(
  'file.fileMove',
  '文件迁移',
  {
    fromBucket: text('从', { required: true, max: 63 }),
    toBucket: text('到', { required: true, max: 63 }),
    state: choice('状态', MOVE_STATES, { required: true, initial: 'copying' }),
    total: integer('文件数', { required: true, initial: 0 }),
    copied: integer('已复制', { required: true, initial: 0 }),
    message: text('说明', { max: 500 }),
    startedAt: datetime('开始', { required: true, sortable: true }),
    endedAt: datetime('结束'),
  },
  { title: 'fromBucket', scope: { everyone: 'progress of moving between stores, without the files themselves' }, sort: ['-startedAt'], verbs: ['list'] },
)
export const moveFiles = action('file.fileMove.start', '迁移文件', {
  input: { fromBucket: text('从', { required: true, max: 63 }), toBucket: text('到', { required: true, max: 63 }) },
  output: { id: text('编号', { required: true, max: 36 }) },
  refusals: {
    same: '从哪里到哪里不能相同',
    unknown: '没有存储“{name}”',
    running: '已有一次迁移正在进行',
    empty: '“{name}”里没有文件',
    full: '“{name}”上限 {quota} GB，放不下这些文件',
  },
})
export const cancelMove = action('file.fileMove.cancel', '取消迁移', {
  output: 'none',
  input: { id: ref('fileMove', '迁移', { required: true }) },
  refusals: { late: '文件已经切换到新存储，不能取消' },
})
export const bucketNames = action('file.bucket.names', '存储列表', {
  method: 'GET',
  permission: 'file:bucket:list',
  many: true,
  output: {
    name: text('存储', { required: true, max: 63 }),
    label: text('名称', { required: true, max: 100 }),
    isDefault: bool('新文件存这里', { required: true }),
    count: integer('文件数', { required: true }),
  },
})
export const fileFolder = entity(
  'file.fileFolder',
  '文件夹',
  { name: text('名称', { required: true, max: 100, search: true }), parentId: ref('fileFolder', '上级文件夹'), sort: integer('排序', { min: 0, max: 9999, initial: 0 }) },
  {
    title: 'name',
    scope: { everyone: 'names of folders' },
    tree: 'parentId',
    select: 'open',
    sort: ['sort', 'name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: { cycle: '“{name}”不能放到自己的下级里', depth: '文件夹最多 {max} 层' },
  },
)
/** A document the school publishes to its users. */
export const fileDoc = entity(
  'file.fileDoc',
  '文件',
  {
    name: text('名称', { required: true, max: 200, search: true }),
    folderId: ref('fileFolder', '文件夹', { required: true }),
    file: files('文件', { required: true, maxFiles: 1 }),
    audience: json<Audience>('谁可以看', { required: true }),
    validTo: date('有效期至', { help: '过后不再显示' }),
    note: text('说明', { max: 500, multiline: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
    edition: integer('版次', { required: true, readonly: true, initial: 1 }),
    editions: list('历次版本', json<Edition>('版本'), { required: true, readonly: true }),
    downloads: integer('下载', { required: true, readonly: true, initial: 0, sortable: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'documents of the school as its editors manage them; readers get them by audience through an action' },
    unique: [['folderId', 'name']],
    sort: ['-updatedAt'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
  },
)
export interface Edition {
  edition: number
  fileId: string
  at: string
  byName: string
}
const document = shape(
  '文件',
  {
    id: text('编号', { required: true, max: 36 }),
    name: text('名称', { required: true, max: 200 }),
    folder: text('文件夹', { required: true, max: 300 }),
    fileId: text('文件', { required: true, max: 36 }),
    ext: text('类型', { required: true, max: 10 }),
    size: integer('大小', { required: true }),
    note: text('说明', { max: 500 }),
    edition: integer('版次', { required: true }),
    updatedAt: datetime('更新时间', { required: true }),
  },
  { required: true },
)
/** Documents whose audience includes the caller. */
export const myDocuments = action('file.fileDoc.mine', '我的文件', {
  method: 'GET',
  access: 'signedIn',
  input: { keyword: text('关键字', { max: 60 }) },
  output: { documents: list('文件', document, { required: true }) },
})
export const countDownload = action('file.fileDoc.opened', '下载计数', { output: 'none', access: 'signedIn', input: { id: ref('fileDoc', '文件', { required: true }) } })
