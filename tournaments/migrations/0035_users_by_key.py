from django.db import migrations


class Migration(migrations.Migration):
    """Nothing changes in the database: `Users` is the program's alone."""

    dependencies = [("tournaments", "0034_orders_of_their_own")]
    operations = [migrations.AlterModelManagers(name="user", managers=[])]
