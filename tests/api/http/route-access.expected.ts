/**
 * The expected response of every route to every type of caller, written by hand. The calls only
 * probe access: their ids do not exist and their bodies are empty. 401: sign-in required. 403: not
 * allowed for the role. 404: allowed, but there is no such record. 400 and 415: allowed, but the
 * empty body is rejected. Columns: anonymous, student, professor, secretary, admin.
 */
export const routeAnswers = `
GET    /healthz                                          200 200 200 200 200
GET    /readyz                                           200 200 200 200 200
POST   /api/health/clock                                 401 403 403 403 400
GET    /api/live                                         401 415 415 415 415
POST   /api/live/presence                                401 400 400 400 400
GET    /locales/:lng/:file                               200 200 200 200 200

POST   /api/authentication/login                         400 400 400 400 400
POST   /api/authentication/refresh-token                 401 200 200 200 200
POST   /api/authentication/forgot-password               400 400 400 400 400
POST   /api/authentication/reset-password                400 400 400 400 400
POST   /api/authentication/accept-invitation             400 400 400 400 400
GET    /api/authentication/check-auth                    401 200 200 200 200
POST   /api/authentication/change-password               401 400 400 400 400
POST   /api/authentication/confirm-password              401 400 400 400 400
PUT    /api/authentication/language                      401 400 400 400 400
GET    /api/authentication/password-proof                401 200 200 200 200
GET    /api/authentication/sessions                      401 200 200 200 200
DELETE /api/authentication/sessions/:id                  401 404 404 404 404

GET    /api/authentication/users                         401 200 200 200 200
GET    /api/authentication/users/:id                     401 404 404 404 404
GET    /api/authentication/users/facets                  401 200 200 200 200
GET    /api/authentication/users/names                   401 200 200 200 200
GET    /api/authentication/users/:id/neighbours          401 404 404 404 404
GET    /api/authentication/users/export                  401 403 403 403 200
POST   /api/authentication/register                      401 403 403 403 400
PATCH  /api/authentication/users/update                  401 400 400 400 400
POST   /api/authentication/users/selections             401 403 403 403 400
POST   /api/authentication/users/bulk                   401 403 403 403 400
POST   /api/authentication/users/:id/actions/:action     401 403 403 403 404
GET    /api/authentication/users/:id/history             401 403 403 403 404
POST   /api/authentication/users/:id/restore             401 403 403 403 400
POST   /api/authentication/users/:id/invitation          401 403 403 403 404
PATCH  /api/authentication/users/:id/upload-image        401 415 415 415 415

GET    /api/professors                                   401 200 200 200 200
GET    /api/professors/:id                               401 404 404 404 404
GET    /api/professors/facets                            401 200 200 200 200
GET    /api/professors/names                             401 200 200 200 200
GET    /api/professors/:id/neighbours                    401 404 404 404 404
GET    /api/professors/export                            401 403 403 200 200
POST   /api/professors/create                            401 403 403 403 400
PATCH  /api/professors/update                            401 403 400 403 400
POST   /api/professors/selections                       401 403 403 400 400
POST   /api/professors/bulk                             401 403 403 400 400
POST   /api/professors/:id/actions/:action               401 403 403 403 404
GET    /api/professors/:id/history                       401 403 403 403 404
POST   /api/professors/:id/restore                       401 403 403 403 400

GET    /api/department-profiles                          401 200 200 200 200
GET    /api/department-profiles/:id                      401 404 404 404 404
GET    /api/department-profiles/facets                   401 200 200 200 200
GET    /api/department-profiles/:id/neighbours           401 404 404 404 404
GET    /api/department-profiles/export                   401 403 403 200 200
POST   /api/department-profiles/create                   401 403 403 400 400
PATCH  /api/department-profiles/update                   401 403 403 400 400
POST   /api/department-profiles/selections              401 403 403 400 400
POST   /api/department-profiles/bulk                    401 403 403 400 400
POST   /api/department-profiles/:id/actions/:action      401 403 403 404 404
GET    /api/department-profiles/:id/history              401 403 403 404 404
POST   /api/department-profiles/:id/restore              401 403 403 400 400

GET    /api/specializations                              401 200 200 200 200
GET    /api/specializations/:id                          401 404 404 404 404
GET    /api/specializations/facets                       401 200 200 200 200
GET    /api/specializations/:id/neighbours               401 404 404 404 404
GET    /api/specializations/export                       401 403 403 200 200
POST   /api/specializations/create                       401 403 403 400 400
PATCH  /api/specializations/update                       401 403 403 400 400
POST   /api/specializations/selections                  401 403 403 400 400
POST   /api/specializations/bulk                        401 403 403 400 400
POST   /api/specializations/:id/actions/:action          401 403 403 404 404
GET    /api/specializations/:id/history                  401 403 403 404 404
POST   /api/specializations/:id/restore                  401 403 403 400 400

GET    /api/courses                                      401 200 200 200 200
GET    /api/courses/:id                                  401 404 404 404 404
GET    /api/courses/facets                               401 200 200 200 200
GET    /api/courses/:id/neighbours                       401 404 404 404 404
GET    /api/courses/export                               401 403 403 200 200
POST   /api/courses/create                               401 403 403 400 400
PATCH  /api/courses/update                               401 403 403 400 400
POST   /api/courses/selections                          401 403 403 400 400
POST   /api/courses/bulk                                401 403 403 400 400
POST   /api/courses/:id/actions/:action                  401 403 403 404 404
GET    /api/courses/:id/history                          401 403 403 404 404
POST   /api/courses/:id/restore                          401 403 403 400 400

GET    /api/students                                     401 200 200 200 200
GET    /api/students/:id                                 401 404 404 404 404
GET    /api/students/facets                              401 200 200 200 200
GET    /api/students/:id/neighbours                      401 404 404 404 404
GET    /api/students/export                              401 403 403 200 200
POST   /api/students/create                              401 403 403 403 400
PATCH  /api/students/update                              401 400 403 400 400
POST   /api/students/selections                         401 403 403 400 400
POST   /api/students/bulk                               401 403 403 400 400
POST   /api/students/:id/actions/:action                 401 403 403 404 404
GET    /api/students/:id/history                         401 403 403 404 404
GET    /api/certificates/:id/pdf                         401 404 403 404 404
GET    /api/certificates/verify/:code                    200 200 200 200 200
GET    /api/students/:id/study-record                    401 404 403 404 404
GET    /api/students/:id/account                         401 404 403 404 404
GET    /api/students/:id/ledger                          401 404 403 404 404
POST   /api/students/:id/restore                         401 403 403 400 400

GET    /api/academic-years                               401 200 200 200 200
GET    /api/academic-years/:id                           401 404 404 404 404
GET    /api/academic-years/:id/neighbours                401 404 404 404 404
GET    /api/academic-years/export                        401 403 403 200 200
POST   /api/academic-years/create                        401 403 403 400 400
PATCH  /api/academic-years/update                        401 403 403 400 400
POST   /api/academic-years/:id/actions/:action           401 403 403 404 404
GET    /api/academic-years/:id/history                   401 403 403 404 404
POST   /api/academic-years/:id/restore                   401 403 403 400 400
POST   /api/academic-years/selections                    401 403 403 400 400
POST   /api/academic-years/bulk                          401 403 403 400 400
POST   /api/academic-years/paste                         401 403 403 400 400
POST   /api/academic-years/imports                       401 403 403 415 415
GET    /api/academic-years/imports/template              401 403 403 200 200

GET    /api/academic-periods                             401 200 200 200 200
GET    /api/academic-periods/:id                         401 404 404 404 404
GET    /api/academic-periods/facets                      401 200 200 200 200
GET    /api/academic-periods/:id/neighbours              401 404 404 404 404
GET    /api/academic-periods/export                      401 403 403 200 200
POST   /api/academic-periods/create                      401 403 403 400 400
PATCH  /api/academic-periods/update                      401 403 403 400 400
GET    /api/academic-periods/:id/history                 401 403 403 404 404
POST   /api/academic-periods/:id/restore                 401 403 403 400 400
POST   /api/academic-periods/selections                  401 403 403 400 400
POST   /api/academic-periods/bulk                        401 403 403 400 400
POST   /api/academic-periods/paste                       401 403 403 400 400
POST   /api/academic-periods/imports                     401 403 403 415 415
GET    /api/academic-periods/imports/template            401 403 403 200 200

GET    /api/class-enrolments                             401 200 200 200 200
GET    /api/class-enrolments/:id                         401 404 404 404 404
GET    /api/class-enrolments/facets                      401 200 200 200 200
GET    /api/class-enrolments/:id/neighbours              401 404 404 404 404
GET    /api/class-enrolments/export                      401 403 200 200 200
POST   /api/class-enrolments/create                      401 403 403 400 400
PATCH  /api/class-enrolments/update                      401 403 403 400 400
POST   /api/class-enrolments/:id/actions/:action         401 403 403 404 404
GET    /api/class-enrolments/:id/history                 401 403 403 404 404
POST   /api/class-enrolments/:id/restore                 401 403 403 400 400
POST   /api/class-enrolments/selections                  401 403 400 400 400
POST   /api/class-enrolments/bulk                        401 403 403 400 400
POST   /api/class-enrolments/paste                       401 403 403 400 400
POST   /api/class-enrolments/imports                     401 403 403 415 415
GET    /api/class-enrolments/imports/template            401 403 403 200 200

GET    /api/class-hours                                  401 200 200 200 200
GET    /api/class-hours/:id                              401 404 404 404 404
GET    /api/class-hours/facets                           401 200 200 200 200
GET    /api/class-hours/:id/neighbours                   401 404 404 404 404
GET    /api/class-hours/export                           401 403 403 200 200
POST   /api/class-hours/create                           401 403 403 403 400
PATCH  /api/class-hours/update                           401 403 403 403 400
POST   /api/class-hours/:id/actions/:action              401 403 403 403 404
GET    /api/class-hours/:id/history                      401 403 403 403 404
POST   /api/class-hours/:id/restore                      401 403 403 403 400
POST   /api/class-hours/selections                       401 403 403 400 400
POST   /api/class-hours/bulk                             401 403 403 403 400
POST   /api/class-hours/paste                            401 403 403 403 400
POST   /api/class-hours/imports                          401 403 403 403 415
GET    /api/class-hours/imports/template                 401 403 403 403 200

GET    /api/class-assistants                             401 200 200 200 200
GET    /api/class-assistants/:id                         401 404 404 404 404
GET    /api/class-assistants/:id/neighbours              401 404 404 404 404
GET    /api/class-assistants/export                      401 403 403 200 200
POST   /api/class-assistants/create                      401 403 403 403 400
PATCH  /api/class-assistants/update                      401 403 403 403 400
POST   /api/class-assistants/:id/actions/:action         401 403 403 403 404
GET    /api/class-assistants/:id/history                 401 403 403 403 404
POST   /api/class-assistants/:id/restore                 401 403 403 403 400
POST   /api/class-assistants/selections                  401 403 403 400 400
POST   /api/class-assistants/bulk                        401 403 403 403 400
POST   /api/class-assistants/paste                       401 403 403 403 400
POST   /api/class-assistants/imports                     401 403 403 403 415
GET    /api/class-assistants/imports/template            401 403 403 403 200

GET    /api/exams                                        401 200 200 200 200
GET    /api/exams/:id                                    401 404 404 404 404
GET    /api/exams/facets                                 401 200 200 200 200
GET    /api/exams/:id/neighbours                         401 404 404 404 404
GET    /api/exams/export                                 401 403 200 200 200
POST   /api/exams/create                                 401 403 400 400 400
PATCH  /api/exams/update                                 401 403 400 400 400
POST   /api/exams/:id/actions/:action                    401 403 404 404 404
GET    /api/exams/:id/history                            401 403 404 404 404
POST   /api/exams/:id/restore                            401 403 400 400 400
POST   /api/exams/selections                             401 403 400 400 400
POST   /api/exams/bulk                                   401 403 403 400 400
POST   /api/exams/paste                                  401 403 403 400 400
POST   /api/exams/imports                                401 403 403 415 415
GET    /api/exams/imports/template                       401 403 403 200 200

GET    /api/exam-resits                                  401 200 200 200 200
GET    /api/exam-resits/:id                              401 404 404 404 404
GET    /api/exam-resits/facets                           401 200 200 200 200
GET    /api/exam-resits/:id/neighbours                   401 404 404 404 404
GET    /api/exam-resits/export                           401 403 403 200 200
POST   /api/exam-resits/create                           401 400 403 400 400
PATCH  /api/exam-resits/update                           401 403 403 400 400
POST   /api/exam-resits/:id/actions/:action              401 404 403 404 404
GET    /api/exam-resits/:id/history                      401 403 403 404 404
POST   /api/exam-resits/:id/restore                      401 403 403 400 400
POST   /api/exam-resits/selections                       401 403 403 400 400
POST   /api/exam-resits/bulk                             401 403 403 400 400
POST   /api/exam-resits/paste                            401 403 403 400 400

GET    /api/grades                                       401 200 200 200 200
GET    /api/grades/:id                                   401 404 404 404 404
GET    /api/grades/facets                                401 200 200 200 200
GET    /api/grades/:id/neighbours                        401 404 404 404 404
GET    /api/grades/export                                401 403 200 200 200
POST   /api/grades/create                                401 403 400 403 403
PATCH  /api/grades/update                                401 403 400 403 403
POST   /api/grades/:id/actions/:action                   401 403 404 403 404
GET    /api/grades/:id/history                           401 403 404 404 404
POST   /api/grades/:id/restore                           401 403 400 403 403
POST   /api/grades/selections                            401 403 400 400 400
POST   /api/grades/bulk                                  401 403 403 403 400
POST   /api/grades/paste                                 401 403 403 403 400
POST   /api/grades/imports                               401 403 415 403 403
GET    /api/grades/imports/template                      401 403 200 403 403

GET    /api/license-exams                                401 200 200 200 200
GET    /api/license-exams/:id                            401 404 404 404 404
GET    /api/license-exams/facets                         401 200 200 200 200
GET    /api/license-exams/:id/neighbours                 401 404 404 404 404
GET    /api/license-exams/export                         401 403 403 200 200
POST   /api/license-exams/create                         401 403 403 400 400
PATCH  /api/license-exams/update                         401 400 400 400 400
POST   /api/license-exams/:id/actions/:action            401 404 404 404 404
GET    /api/license-exams/:id/history                    401 403 403 404 404
POST   /api/license-exams/:id/restore                    401 403 403 400 400
POST   /api/license-exams/selections                     401 403 403 400 400
POST   /api/license-exams/bulk                           401 403 403 400 400
POST   /api/license-exams/paste                          401 403 403 400 400
POST   /api/license-exams/imports                        401 403 403 415 415
GET    /api/license-exams/imports/template               401 403 403 200 200

GET    /api/finances                                     401 200 403 200 200
GET    /api/finances/:id                                 401 404 403 404 404
GET    /api/finances/facets                              401 200 403 200 200
GET    /api/finances/:id/neighbours                      401 404 403 404 404
GET    /api/finances/export                              401 403 403 200 200
POST   /api/finances/create                              401 403 403 400 400
PATCH  /api/finances/update                              401 403 403 400 400
POST   /api/finances/:id/actions/:action                 401 403 403 404 404
GET    /api/finances/:id/history                         401 403 403 404 404
POST   /api/finances/:id/restore                         401 403 403 400 400
POST   /api/finances/selections                          401 403 403 400 400
POST   /api/finances/bulk                                401 403 403 400 400
POST   /api/finances/paste                               401 403 403 400 400
GET    /api/students/:id/payments/new                   401 403 403 404 404
POST   /api/students/:id/payments                        401 403 403 400 400

GET    /api/receipt-series                               401 403 403 200 200
GET    /api/receipt-series/:id                           401 403 403 404 404
GET    /api/receipt-series/:id/neighbours                401 403 403 404 404
POST   /api/receipt-series/create                        401 403 403 403 400
PATCH  /api/receipt-series/update                        401 403 403 403 400
POST   /api/receipt-series/:id/actions/:action           401 403 403 403 404
GET    /api/receipt-series/:id/history                   401 403 403 403 404
POST   /api/receipt-series/:id/restore                   401 403 403 403 400

GET    /api/cash-sessions                                401 403 403 200 200
GET    /api/cash-sessions/:id                            401 403 403 404 404
GET    /api/cash-sessions/facets                         401 403 403 200 200
GET    /api/cash-sessions/:id/neighbours                 401 403 403 404 404
POST   /api/cash-sessions/selections                     401 403 403 400 400
GET    /api/cash-sessions/export                         401 403 403 200 200
POST   /api/cash-sessions/create                         401 403 403 400 400
POST   /api/cash-sessions/:id/actions/:action            401 403 403 404 404
GET    /api/cash-sessions/:id/history                    401 403 403 404 404

GET    /api/receipts                                     401 200 403 200 200
GET    /api/receipts/:id                                 401 404 403 404 404
GET    /api/receipts/facets                              401 200 403 200 200
GET    /api/receipts/:id/neighbours                      401 404 403 404 404
POST   /api/receipts/selections                          401 403 403 400 400
GET    /api/receipts/export                              401 403 403 200 200
POST   /api/receipts/:id/actions/:action                 401 403 403 404 404
GET    /api/receipts/:id/history                         401 403 403 404 404

GET    /api/certificates                                 401 200 403 200 200
GET    /api/certificates/:id                             401 404 403 404 404
GET    /api/certificates/facets                          401 200 403 200 200
GET    /api/certificates/:id/neighbours                  401 404 403 404 404
GET    /api/certificates/export                          401 403 403 200 200
POST   /api/certificates/create                          401 400 403 400 400
POST   /api/certificates/:id/actions/:action             401 403 403 404 404
GET    /api/certificates/:id/history                     401 403 403 404 404
POST   /api/certificates/selections                      401 403 403 400 400
POST   /api/certificates/bulk                            401 403 403 400 400
POST   /api/certificates/paste                           401 403 403 400 400

GET    /api/data-changes                                 401 200 403 200 200
GET    /api/data-changes/:id                             401 404 403 404 404
GET    /api/data-changes/facets                          401 200 403 200 200
GET    /api/data-changes/:id/neighbours                  401 404 403 404 404
GET    /api/data-changes/export                          401 403 403 200 200
POST   /api/data-changes/create                          401 400 403 403 403
POST   /api/data-changes/:id/actions/:action             401 404 403 404 404
GET    /api/data-changes/:id/history                     401 403 403 404 404
POST   /api/data-changes/selections                      401 403 403 400 400
POST   /api/data-changes/bulk                            401 403 403 400 400
POST   /api/data-changes/paste                           401 403 403 400 400

GET    /api/grade-appeals                                401 200 200 200 200
GET    /api/grade-appeals/:id                            401 404 404 404 404
GET    /api/grade-appeals/facets                         401 200 200 200 200
GET    /api/grade-appeals/:id/neighbours                 401 404 404 404 404
GET    /api/grade-appeals/export                         401 403 403 200 200
POST   /api/grade-appeals/create                         401 400 403 403 403
POST   /api/grade-appeals/:id/actions/:action            401 404 404 403 403
GET    /api/grade-appeals/:id/history                    401 403 404 404 404
POST   /api/grade-appeals/selections                     401 403 403 400 400

GET    /api/university-classes                           401 200 200 200 200
GET    /api/university-classes/:id                       401 404 404 404 404
GET    /api/university-classes/facets                    401 200 200 200 200
GET    /api/university-classes/:id/neighbours            401 404 404 404 404
GET    /api/university-classes/export                    401 403 200 200 200
POST   /api/university-classes/create                    401 403 403 403 400
PATCH  /api/university-classes/update                    401 403 403 403 400
POST   /api/university-classes/:id/actions/:action       401 403 404 404 404
POST   /api/university-classes/selections               401 403 400 400 400
POST   /api/university-classes/bulk                     401 403 403 400 400
GET    /api/university-classes/:id/history               401 403 403 403 404
POST   /api/university-classes/:id/restore               401 403 403 403 400

GET    /api/notifications                                401 200 200 200 200
GET    /api/notifications/:id                            401 404 404 404 404
GET    /api/notifications/facets                         401 200 200 200 200
GET    /api/notifications/:id/neighbours                 401 404 404 404 404
GET    /api/notifications/unread                         401 200 200 200 200
POST   /api/notifications/read                           401 400 400 400 400

GET    /api/saved-views                                  401 200 200 200 200
GET    /api/saved-views/:id                              401 404 404 404 404
GET    /api/saved-views/:id/neighbours                   401 404 404 404 404
POST   /api/saved-views/create                           401 400 400 400 400
PATCH  /api/saved-views/update                           401 400 400 400 400
GET    /api/saved-views/counts                           401 400 400 400 400

GET    /api/menu                                         401 200 200 200 200
GET    /api/processes/:name                              401 404 404 404 404

GET    /api/messages                                     401 200 200 200 200
GET    /api/messages/:id                                 401 404 404 404 404
GET    /api/messages/:id/neighbours                      401 404 404 404 404
POST   /api/messages/create                              401 400 400 400 400
GET    /api/messages/conversations                       401 200 200 200 200
GET    /api/messages/recipients                          401 200 200 200 200
POST   /api/messages/read                                401 400 400 400 400

GET    /api/settings                                     200 200 200 200 200
PUT    /api/settings/update                              401 403 403 403 200
GET    /api/settings/history                             401 403 403 403 200
GET    /api/settings/export                              401 403 403 403 200
GET    /api/settings/overfull-classes                    401 403 403 403 200
GET    /api/settings/download-database-backup            401 403 403 403 200
GET    /api/registrations/public-config                  200 200 200 200 200
GET    /api/university/logo/:id                          404 404 404 404 404

GET    /api/registrations/list                           401 403 403 200 200
POST   /api/registrations/create                         403 403 403 400 400
POST   /api/registrations/files                          403 403 403 415 415
POST   /api/registrations/status-search                  400 400 400 400 400
GET    /api/registrations/:id                            401 403 403 404 404
GET    /api/registrations/facets                         401 403 403 200 200
GET    /api/registrations/fields                         401 403 403 200 200
GET    /api/registrations/:id/neighbours                 401 403 403 404 404
GET    /api/registrations/export                         401 403 403 200 200
PATCH  /api/registrations/update                         401 403 403 400 400
POST   /api/registrations/selections                    401 403 403 400 400
POST   /api/registrations/bulk                          401 403 403 400 400
POST   /api/registrations/:id/actions/:action            401 403 403 404 404
GET    /api/registrations/:id/history                    401 403 403 404 404
POST   /api/registrations/:id/restore                    401 403 403 400 400
PATCH  /api/registrations/status-update                  401 403 403 400 400
POST   /api/registrations/change-request-options         401 403 403 400 400
POST   /api/registrations/message-options                401 403 403 400 400
POST   /api/registrations/:id/undo                       401 403 403 404 404
POST   /api/registrations/:id/assign                     401 403 403 400 400
PATCH  /api/registrations/:id/documents/:document        401 403 403 400 400
POST   /api/registrations/:id/documents/:document        401 403 403 400 400
POST   /api/registrations/:id/documents/:document/undo   401 403 403 404 404
GET    /api/registrations/template-values                401 403 403 400 400
GET    /api/registrations/:id/place-question             401 403 403 404 404
POST   /api/registrations/:id/notes                      401 403 403 400 400
POST   /api/registrations/:id/messages                   401 403 403 400 400
POST   /api/registrations/:id/messages/:messageId/undo   401 403 403 404 404
POST   /api/registrations/:id/messages/close             401 403 403 404 404
POST   /api/registrations/:id/identity-waiver            401 403 403 403 400
POST   /api/registrations/release-decisions              401 403 403 400 400

GET    /api/admission-sessions                           401 403 403 200 200
GET    /api/admission-sessions/:id                       401 403 403 404 404
GET    /api/admission-sessions/:id/neighbours            401 403 403 404 404
GET    /api/admission-sessions/:id/date-notice           401 403 403 403 404
GET    /api/admission-sessions/export                    401 403 403 403 200
POST   /api/admission-sessions/create                    401 403 403 403 400
PATCH  /api/admission-sessions/update                    401 403 403 403 400
POST   /api/admission-sessions/selections               401 403 403 403 400
POST   /api/admission-sessions/bulk                     401 403 403 403 400
GET    /api/admission-sessions/:id/history               401 403 403 403 404
POST   /api/admission-sessions/:id/restore               401 403 403 403 400
POST   /api/registrations/enroll-students                401 403 403 400 400
POST   /api/registrations/:id/undo-enrolment             401 403 403 403 400
POST   /api/registrations/:id/reveal                     401 403 403 404 404
GET    /api/registrations/:id/viewers                    401 403 403 403 404
GET    /api/students/:id/viewers                         401 403 403 403 404

POST   /api/registrations/drafts                         400 400 400 400 400
PUT    /api/registrations/drafts/:id                     400 400 400 400 400
POST   /api/registrations/drafts/:id/open                400 400 400 400 400
POST   /api/registrations/drafts/:id/delete              400 400 400 400 400
POST   /api/registrations/drafts/:id/lost-code           400 400 400 400 400
POST   /api/registrations/drafts/:id/new-code            400 400 400 400 400
POST   /api/registrations/applicant-session              400 400 400 400 400
DELETE /api/registrations/applicant-session              200 200 200 200 200
POST   /api/registrations/access-code                    400 400 400 400 400
POST   /api/registrations/email-link                     400 400 400 400 400
GET    /api/registrations/applicant                      403 403 403 403 403
GET    /api/registrations/applicant/files/:field         403 403 403 403 403
GET    /api/registrations/applicant/files/:field/before  403 403 403 403 403
GET    /api/registrations/applicant/receipt              403 403 403 403 403
POST   /api/registrations/receipt                        400 400 400 400 400
POST   /api/registrations/applicant/files                403 403 403 403 403
POST   /api/registrations/applicant/contact              400 400 400 400 400
POST   /api/registrations/applicant/email                400 400 400 400 400
GET    /api/registrations/applicant/messages             403 403 403 403 403
POST   /api/registrations/applicant/messages             400 400 400 400 400
POST   /api/registrations/applicant/messages/files       403 403 403 403 403
GET    /api/registrations/applicant/messages/files/:id   403 403 403 403 403
PATCH  /api/registrations/applicant-update               403 403 403 403 403
POST   /api/registrations/withdraw                       403 403 403 403 403
POST   /api/registrations/withdraw/undo                  403 403 403 403 403

GET    /api/personal-data                                401 404 404 200 200
GET    /api/dashboard                                    401 403 403 200 200
GET    /api/home                                         401 200 200 403 403
GET    /api/search                                       401 200 200 200 200
GET    /api/mails                                        401 403 403 403 200
GET    /api/mails/:id                                    401 403 403 403 404
POST   /api/files                                        401 415 415 415 415
GET    /api/files/:id                                    401 404 404 404 404

GET    /api/jobs                                         401 200 200 200 200
GET    /api/jobs/:id                                     401 404 404 404 404
GET    /api/jobs/:id/items                               401 404 404 404 404
GET    /api/jobs/:id/items/export                        401 404 404 404 404
POST   /api/jobs/:id/start                               401 400 400 400 400
POST   /api/jobs/:id/include                             401 404 404 404 404
POST   /api/jobs/:id/prepare                             401 404 404 404 404
POST   /api/jobs/:id/pause                               401 404 404 404 404
POST   /api/jobs/:id/resume                              401 404 404 404 404
POST   /api/jobs/:id/cancel                              401 404 404 404 404
POST   /api/jobs/:id/undo                                401 404 404 404 404
POST   /api/jobs/:id/selection                           401 400 400 400 400

POST   /api/department-profiles/imports                  401 403 403 415 415
GET    /api/department-profiles/imports/template         401 403 403 200 200
POST   /api/department-profiles/paste                    401 403 403 400 400
POST   /api/specializations/imports                      401 403 403 415 415
GET    /api/specializations/imports/template             401 403 403 200 200
POST   /api/specializations/paste                        401 403 403 400 400
POST   /api/courses/imports                              401 403 403 415 415
GET    /api/courses/imports/template                     401 403 403 200 200
POST   /api/courses/paste                                401 403 403 400 400
POST   /api/students/imports                             401 403 403 415 415
GET    /api/students/imports/template                    401 403 403 200 200
POST   /api/students/paste                               401 403 403 400 400
POST   /api/registrations/imports                        401 403 403 415 415
GET    /api/registrations/imports/template               401 403 403 200 200
POST   /api/registrations/paste                          401 403 403 400 400
POST   /api/authentication/users/imports                 401 403 403 403 415
GET    /api/authentication/users/imports/template        401 403 403 403 200
POST   /api/authentication/users/paste                   401 403 403 403 400
POST   /api/professors/imports                           401 403 403 403 415
GET    /api/professors/imports/template                  401 403 403 403 200
POST   /api/professors/paste                             401 403 403 400 400
POST   /api/university-classes/imports                   401 403 403 403 415
GET    /api/university-classes/imports/template          401 403 403 403 200
POST   /api/university-classes/paste                     401 403 403 400 400
POST   /api/admission-sessions/imports                   401 403 403 403 415
GET    /api/admission-sessions/imports/template          401 403 403 403 200
POST   /api/admission-sessions/paste                     401 403 403 403 400

GET    /api/admission-rounds                             401 403 403 200 200
GET    /api/admission-rounds/:id                         401 403 403 404 404
GET    /api/admission-rounds/:id/neighbours              401 403 403 404 404
GET    /api/admission-rounds/:id/date-notice             401 403 403 403 404
GET    /api/admission-rounds/export                      401 403 403 200 200
POST   /api/admission-rounds/create                      401 403 403 403 400
PATCH  /api/admission-rounds/update                      401 403 403 403 400
GET    /api/admission-rounds/:id/history                 401 403 403 403 404
POST   /api/admission-rounds/:id/restore                 401 403 403 403 400
POST   /api/admission-rounds/selections                  401 403 403 400 400
POST   /api/admission-rounds/bulk                        401 403 403 403 400
POST   /api/admission-rounds/paste                       401 403 403 403 400
POST   /api/admission-rounds/imports                     401 403 403 403 415
GET    /api/admission-rounds/imports/template            401 403 403 403 200

GET    /api/admission-programmes                         401 403 403 200 200
GET    /api/admission-programmes/:id                     401 403 403 404 404
GET    /api/admission-programmes/:id/neighbours          401 403 403 404 404
GET    /api/admission-programmes/export                  401 403 403 200 200
POST   /api/admission-programmes/create                  401 403 403 403 400
PATCH  /api/admission-programmes/update                  401 403 403 403 400
GET    /api/admission-programmes/:id/history             401 403 403 403 404
POST   /api/admission-programmes/:id/restore             401 403 403 403 400
POST   /api/admission-programmes/selections              401 403 403 400 400
POST   /api/admission-programmes/bulk                    401 403 403 403 400
POST   /api/admission-programmes/paste                   401 403 403 403 400
POST   /api/admission-programmes/imports                 401 403 403 403 415
GET    /api/admission-programmes/imports/template        401 403 403 403 200
GET    /api/admission-programmes/questions               401 403 403 403 400
POST   /api/admission-programmes/try                     401 403 403 403 400

GET    /api/admission-fees                               401 403 403 200 200
GET    /api/admission-fees/:id                           401 403 403 404 404
GET    /api/admission-fees/:id/neighbours                401 403 403 404 404
GET    /api/admission-fees/export                        401 403 403 200 200
POST   /api/admission-fees/create                        401 403 403 403 400
PATCH  /api/admission-fees/update                        401 403 403 403 400
GET    /api/admission-fees/:id/history                   401 403 403 403 404
POST   /api/admission-fees/:id/restore                   401 403 403 403 400
POST   /api/admission-fees/selections                    401 403 403 400 400
POST   /api/admission-fees/bulk                          401 403 403 403 400
POST   /api/admission-fees/paste                         401 403 403 403 400
POST   /api/admission-fees/:id/actions/:action           401 403 403 403 404

GET    /api/special-places                               401 403 403 200 200
GET    /api/special-places/:id                           401 403 403 404 404
GET    /api/special-places/:id/neighbours                401 403 403 404 404
GET    /api/special-places/export                        401 403 403 200 200
POST   /api/special-places/create                        401 403 403 403 400
PATCH  /api/special-places/update                        401 403 403 403 400
GET    /api/special-places/:id/history                   401 403 403 403 404
POST   /api/special-places/:id/restore                   401 403 403 403 400
POST   /api/special-places/selections                    401 403 403 400 400
POST   /api/special-places/bulk                          401 403 403 403 400
POST   /api/special-places/paste                         401 403 403 403 400
POST   /api/special-places/imports                       401 403 403 403 415
GET    /api/special-places/imports/template              401 403 403 403 200

GET    /api/application-forms                            401 403 403 200 200
GET    /api/application-forms/:id                        401 403 403 404 404
GET    /api/application-forms/:id/neighbours             401 403 403 404 404
GET    /api/application-forms/export                     401 403 403 200 200
POST   /api/application-forms/create                     401 403 403 403 400
PATCH  /api/application-forms/update                     401 403 403 403 400
GET    /api/application-forms/:id/history                401 403 403 403 404
POST   /api/application-forms/:id/restore                401 403 403 403 400
POST   /api/application-forms/selections                 401 403 403 400 400
POST   /api/application-forms/bulk                       401 403 403 403 400
POST   /api/application-forms/paste                      401 403 403 403 400
POST   /api/application-forms/imports                    401 403 403 403 415
GET    /api/application-forms/imports/template           401 403 403 403 200
GET    /api/application-forms/:id/usage                  401 403 403 200 200

GET    /api/application-form-versions                    401 403 403 200 200
GET    /api/application-form-versions/:id                401 403 403 404 404
GET    /api/application-form-versions/facets             401 403 403 200 200
GET    /api/application-form-versions/:id/neighbours     401 403 403 404 404
GET    /api/application-form-versions/export             401 403 403 200 200
POST   /api/application-form-versions/create             401 403 403 403 400
POST   /api/application-form-versions/:id/actions/:action 401 403 403 403 404
GET    /api/application-form-versions/:id/history        401 403 403 403 404
POST   /api/application-form-versions/selections         401 403 403 400 400

GET    /api/application-choices                          401 403 403 200 200
GET    /api/application-choices/:id                      401 403 403 404 404
GET    /api/application-choices/:id/neighbours           401 403 403 404 404
GET    /api/application-choices/export                   401 403 403 200 200
POST   /api/application-choices/create                   401 403 403 400 400
PATCH  /api/application-choices/update                   401 403 403 400 400
GET    /api/application-choices/:id/history              401 403 403 404 404
POST   /api/application-choices/:id/restore              401 403 403 400 400
POST   /api/application-choices/selections               401 403 403 400 400
POST   /api/application-choices/bulk                     401 403 403 400 400
POST   /api/application-choices/paste                    401 403 403 400 400
POST   /api/application-choices/imports                  401 403 403 415 415
GET    /api/application-choices/imports/template         401 403 403 200 200

GET    /api/message-templates                            401 403 403 200 200
GET    /api/message-templates/:id                        401 403 403 404 404
GET    /api/message-templates/:id/neighbours             401 403 403 404 404
GET    /api/message-templates/export                     401 403 403 200 200
POST   /api/message-templates/create                     401 403 403 400 400
PATCH  /api/message-templates/update                     401 403 403 400 400
POST   /api/message-templates/selections                 401 403 403 400 400
POST   /api/message-templates/bulk                       401 403 403 400 400
GET    /api/message-templates/:id/history                401 403 403 404 404
POST   /api/message-templates/:id/restore                401 403 403 400 400
POST   /api/message-templates/imports                    401 403 403 415 415
GET    /api/message-templates/imports/template           401 403 403 200 200
POST   /api/message-templates/paste                      401 403 403 400 400
POST   /api/message-templates/:id/actions/:action        401 403 403 404 404
GET    /api/place-kinds                                  401 403 403 200 200
GET    /api/place-kinds/:id                              401 403 403 404 404
GET    /api/place-kinds/:id/neighbours                   401 403 403 404 404
GET    /api/place-kinds/export                           401 403 403 403 200
POST   /api/place-kinds/create                           401 403 403 403 400
PATCH  /api/place-kinds/update                           401 403 403 403 400
POST   /api/place-kinds/selections                       401 403 403 403 400
POST   /api/place-kinds/bulk                             401 403 403 403 400
GET    /api/place-kinds/:id/history                      401 403 403 403 404
POST   /api/place-kinds/:id/restore                      401 403 403 403 400
POST   /api/place-kinds/imports                          401 403 403 403 415
GET    /api/place-kinds/imports/template                 401 403 403 403 200
POST   /api/place-kinds/paste                            401 403 403 403 400
POST   /api/place-kinds/:id/actions/:action              401 403 403 403 404

GET    /api/admission-drafts                             401 403 403 200 200
GET    /api/admission-drafts/:id                         401 403 403 404 404
GET    /api/admission-drafts/:id/neighbours              401 403 403 404 404
POST   /api/admission-drafts/create                      401 403 403 400 400
PATCH  /api/admission-drafts/update                      401 403 403 403 400
POST   /api/admission-drafts/:id/actions/:action         401 403 403 403 404
GET    /api/admission-drafts/:id/history                 401 403 403 403 404
POST   /api/admission-drafts/:id/restore                 401 403 403 403 400
GET    /api/admission-drafts/:id/programmes              401 403 403 404 404
GET    /api/admission-drafts/:id/candidates              401 403 403 400 400
GET    /api/admission-drafts/:id/moves                   401 403 403 404 404
GET    /api/admission-drafts/:id/applicants              401 403 403 400 400
GET    /api/admission-drafts/:id/applicants/file         401 403 403 400 400
GET    /api/admission-drafts/:id/checks                  401 403 403 404 404
GET    /api/admission-drafts/:id/applicants/:registrationId/mail 401 403 403 404 404
POST   /api/admission-drafts/:id/places                  401 403 403 403 400
GET    /api/admission-drafts/:id/incomplete              401 403 403 404 404
GET    /api/admission-drafts/:id/status                  401 403 403 404 404
GET    /api/admission-appeals                            401 403 403 200 200
GET    /api/admission-appeals/:id                        401 403 403 404 404
GET    /api/admission-appeals/facets                     401 403 403 200 200
GET    /api/admission-appeals/:id/neighbours             401 403 403 404 404
GET    /api/admission-appeals/export                     401 403 403 200 200
POST   /api/admission-appeals/create                     401 403 403 400 400
POST   /api/admission-appeals/:id/actions/:action        401 403 403 404 404
GET    /api/admission-appeals/:id/history                401 403 403 404 404
POST   /api/admission-appeals/selections                 401 403 403 400 400
GET    /api/application-messages                         401 403 403 200 200
GET    /api/application-messages/:id                     401 403 403 404 404
GET    /api/application-messages/:id/neighbours          401 403 403 404 404
GET    /api/application-messages/export                  401 403 403 200 200
GET    /api/application-messages/:id/viewers             401 403 403 403 404
GET    /api/application-messages/:id/history             401 403 403 404 404
POST   /api/application-messages/selections              401 403 403 400 400

GET    /api/bank-payments                               401 403 403 200 200
GET    /api/bank-payments/:id                           401 403 403 404 404
GET    /api/bank-payments/facets                        401 403 403 200 200
GET    /api/bank-payments/:id/neighbours                401 403 403 404 404
GET    /api/bank-payments/export                        401 403 403 200 200
POST   /api/bank-payments/create                        401 403 403 400 400
PATCH  /api/bank-payments/update                        401 403 403 400 400
POST   /api/bank-payments/:id/actions/:action           401 403 403 404 404
GET    /api/bank-payments/:id/history                   401 403 403 404 404
POST   /api/bank-payments/:id/restore                   401 403 403 400 400
POST   /api/bank-payments/selections                    401 403 403 400 400
POST   /api/bank-payments/bulk                          401 403 403 400 400
POST   /api/bank-payments/paste                         401 403 403 400 400
POST   /api/bank-payments/imports                       401 403 403 415 415
GET    /api/bank-payments/imports/template              401 403 403 200 200
POST   /api/registrations/appeal-result                 400 400 400 400 400
POST   /api/registrations/confirm-place                  403 403 403 403 403
GET    /api/imports/:id                                  401 404 404 404 404
PATCH  /api/imports/:id                                  401 404 404 404 404
PATCH  /api/imports/:id/rows/:position                   401 400 400 400 400
GET    /api/imports/:id/interpretations                         401 404 404 404 404
GET    /api/imports/:id/values                           401 404 404 404 404
PATCH  /api/imports/:id/values                           401 400 400 400 400

POST   /api/exams/conflicts                              401 403 400 400 400
GET    /api/exams/planning                               401 403 403 400 400
GET    /api/exams/own                                    401 404 403 403 403
GET    /api/exam-resits/possible                         401 404 403 403 403

GET    /api/exams/:id/grade-sheet                              401 403 404 404 404
PATCH  /api/exams/:id/grade-sheet                              401 403 400 403 403
POST   /api/exams/:id/grade-sheet/publish                      401 403 400 403 403

GET    /api/timetable                                    401 200 200 403 403
POST   /api/timetable/calendar-address                   401 201 201 403 403
GET    /api/calendar/:file                               404 404 404 404 404

GET    /api/openapi.json                                 200 200 200 200 200
GET    /api/docs                                         200 200 200 200 200
GET    /api/docs/*                                       200 200 200 200 200

DELETE /api/authentication/revoke-auth                   200 200 200 200 200
`

/**
 * Routes that exist only if the browser code was built: its files, the prerendered pages, and the
 * page served for every other path.
 */
export const routesOfBuild: readonly string[] = [
  '/*',
  '/admission',
  '/admission/',
  '/admission/calendar.ics',
  '/admission/:code',
  '/admission/:code/',
  '/admission/:code/calendar.ics',
  '/admission/:code/results',
  '/admission/:code/results/',
  '/admission/:code/results.pdf',
  '/assets/*',
  '/fonts/*',
  '/default-picture.svg',
  '/emblem.svg',
  '/registration/status',
  '/registration/status/',
  '/robots.txt',
  '/sitemap.xml',
]
