// The tables of the pack, as the tool that writes migrations looks for them: by what a module exports.
module.exports = require('../../server/university/schema.ts').tablesOfPacks.university
