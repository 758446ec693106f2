/** States of an import of rows from Excel. */
export const IMPORT_STATES = {
  validating: '校验中',
  invalid: '有错误',
  ready: '待写入',
  writing: '写入中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
  undoing: '撤销中',
  undone: '已撤销',
} as const
