/**
 * What every route of the program answers to whom, written by hand: a call as it would be made to find out what is open,
 * with an id that names nothing and an empty body. 401: sign in first. 403: not with your role. 404: open to the role, but
 * there is no such record. 400 and 415: open to the role, and the empty body is refused.
 * Columns: nobody, student, professor, secretary, admin.
 */
export const routeAnswers = `
GET    /healthz                                          200 200 200 200 200
GET    /readyz                                           200 200 200 200 200
GET    /locales/:lng/:file                               200 200 200 200 200

POST   /api/authentication/login                         400 400 400 400 400
POST   /api/authentication/refresh-token                 401 200 200 200 200
POST   /api/authentication/forgot-password               400 400 400 400 400
POST   /api/authentication/reset-password                400 400 400 400 400
POST   /api/authentication/accept-invitation             400 400 400 400 400
GET    /api/authentication/check-auth                    401 200 200 200 200
POST   /api/authentication/change-password               401 400 400 400 400
POST   /api/authentication/confirm-password              401 400 400 400 400
GET    /api/authentication/sessions                      401 200 200 200 200
DELETE /api/authentication/sessions/:id                  401 404 404 404 404

GET    /api/authentication/users                         401 200 200 200 200
GET    /api/authentication/users/:id                     401 404 404 404 404
POST   /api/authentication/register                      401 403 403 403 400
PATCH  /api/authentication/users/update                  401 400 400 400 400
POST   /api/authentication/users/:id/actions/:action     401 403 403 403 404
GET    /api/authentication/users/:id/history             401 403 403 403 404
POST   /api/authentication/users/:id/invitation          401 403 403 403 404
PATCH  /api/authentication/users/:id/upload-image        401 415 415 415 415

GET    /api/professors                                   401 200 200 200 200
GET    /api/professors/:id                               401 404 404 404 404
POST   /api/professors/create                            401 403 403 403 400
PATCH  /api/professors/update                            401 403 400 403 400
POST   /api/professors/:id/actions/:action               401 403 403 403 404
GET    /api/professors/:id/history                       401 403 403 403 404

GET    /api/department-profiles                          401 200 200 200 200
GET    /api/department-profiles/:id                      401 404 404 404 404
POST   /api/department-profiles/create                   401 403 403 400 400
PATCH  /api/department-profiles/update                   401 403 403 400 400
POST   /api/department-profiles/:id/actions/:action      401 403 403 404 404
GET    /api/department-profiles/:id/history              401 403 403 404 404

GET    /api/specializations                              401 200 200 200 200
GET    /api/specializations/:id                          401 404 404 404 404
POST   /api/specializations/create                       401 403 403 400 400
PATCH  /api/specializations/update                       401 403 403 400 400
POST   /api/specializations/:id/actions/:action          401 403 403 404 404
GET    /api/specializations/:id/history                  401 403 403 404 404

GET    /api/courses                                      401 200 200 200 200
GET    /api/courses/:id                                  401 404 404 404 404
POST   /api/courses/create                               401 403 403 400 400
PATCH  /api/courses/update                               401 403 403 400 400
POST   /api/courses/:id/actions/:action                  401 403 403 404 404
GET    /api/courses/:id/history                          401 403 403 404 404

GET    /api/students                                     401 200 200 200 200
GET    /api/students/:id                                 401 404 404 404 404
POST   /api/students/create                              401 403 403 403 400
PATCH  /api/students/update                              401 403 403 400 400
POST   /api/students/:id/actions/:action                 401 403 403 404 404
GET    /api/students/:id/history                         401 403 403 404 404

GET    /api/university-classes                           401 200 200 200 200
GET    /api/university-classes/:id                       401 404 404 404 404
POST   /api/university-classes/create                    401 403 403 403 400
PATCH  /api/university-classes/update                    401 403 403 403 400
GET    /api/university-classes/:id/history               401 403 403 403 404

GET    /api/notifications                                401 200 200 200 200
GET    /api/notifications/:id                            401 404 404 404 404
GET    /api/notifications/unread                         401 200 200 200 200
POST   /api/notifications/read                           401 400 400 400 400

GET    /api/messages                                     401 200 200 200 200
GET    /api/messages/:id                                 401 404 404 404 404
POST   /api/messages/create                              401 403 403 403 400
POST   /api/messages/read                                401 400 400 400 400

GET    /api/settings                                     200 200 200 200 200
PUT    /api/settings/update                              401 403 403 403 200
GET    /api/settings/history                             401 403 403 403 200
GET    /api/settings/export                              401 403 403 403 200
GET    /api/settings/download-database-backup            401 403 403 403 200
GET    /api/registrations/public-config                  200 200 200 200 200

GET    /api/registrations/list                           401 403 403 200 200
GET    /api/registrations/:id                            401 403 403 404 404

GET    /api/personal-data                                401 404 404 200 200
GET    /api/dashboard                                    401 403 403 200 200
GET    /api/search                                       401 200 200 200 200
GET    /api/mails                                        401 403 403 403 200
GET    /api/mails/:id                                    401 403 403 403 404
POST   /api/files                                        401 415 415 415 415
GET    /api/files/:id                                    401 404 404 404 404

GET    /api/openapi.json                                 200 200 200 200 200
GET    /api/docs                                         200 200 200 200 200
GET    /api/docs/*                                       200 200 200 200 200

DELETE /api/authentication/revoke-auth                   200 200 200 200 200
`

/** Routes that are there only where the browser's code was built: its files, and the page that stands for every other path. */
export const routesOfBuild: readonly string[] = ['/*', '/assets/*', '/fonts/*', '/default-picture.svg', '/emblem.svg']
