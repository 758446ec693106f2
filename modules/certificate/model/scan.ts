import { action, ref, text } from '#model'
import { certApplication } from './application.ts'
import { asked, studentCert } from './student-cert.ts'

const { certNo, issuedOn, expiresOn } = asked
/** Proposes what stands on an uploaded scan. Nothing is stored: the student takes it over into the form, checks and submits it. */
export const readScan = action('certificate.studentCert.readScan', '识别证书', {
  input: { fileId: text('文件', { required: true, max: 36 }), catalogId: ref('certCatalog', '证书') },
  output: {
    certNo: text(certNo.label, { max: 60 }),
    issuedOn: { ...issuedOn, options: {} },
    expiresOn: { ...expiresOn, options: {} },
  },
  permission: certApplication.apply.permission,
  isWhole: false,
  refusals: studentCert.options.refusals ?? {},
})
