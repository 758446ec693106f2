import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { downloadAndSave, type Query } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { actionAddress } from '#web/values/address.ts'
import { exportStatistics, STATISTICS_TABLES } from '../../model/statistics.ts'
import style from './statistics.module.css'

/** Exports a table as a spreadsheet, recomputed by the server. */
export function ExportTable({ table, query }: { table: keyof typeof STATISTICS_TABLES; query: Query }) {
  const save = useMutation({
    mutationFn: () =>
      downloadAndSave(actionAddress(exportStatistics), undefined, { method: 'GET', query: { table, ...query }, fallbackName: `${t(STATISTICS_TABLES[table])}.xlsx` }),
    meta: { inPlace: true },
  })
  return (
    <Button className={classes(style.statExport)} icon={<Download size={15} />} loading={save.isPending} onClick={() => save.mutate()}>
      {t('导出')}
    </Button>
  )
}
